#include "migrations.h"

#include <vector>

namespace inkwell::trash {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "the trash",
     {
         // The id is that of the record.
         "CREATE TABLE IF NOT EXISTS trash_items ("
         "bucket_id {id} NOT NULL, "
         "id {id} NOT NULL, "
         "kind {text:20} NOT NULL, "
         "type_slug {key} NOT NULL, "  // '': media
         "title {text:1000} NOT NULL, "
         "slug {key} NOT NULL, "
         "status {text:20} NOT NULL, "
         "deleted_at {int} NOT NULL, "
         "deleted_by {text:100} NOT NULL, "
         "PRIMARY KEY (bucket_id, id)) {table}",
         "CREATE INDEX trash_items_order ON trash_items (bucket_id, deleted_at, id)",
         "CREATE INDEX trash_items_age ON trash_items (deleted_at)",

         // What the plugins have kept of it, in the order in which it comes back.
         "CREATE TABLE IF NOT EXISTS trash_parts ("
         "bucket_id {id} NOT NULL, "
         "record_id {id} NOT NULL, "
         "place {int} NOT NULL, "
         "part_of {key} NOT NULL, "
         "document {document} NOT NULL, "
         "PRIMARY KEY (bucket_id, record_id, place)) {table}",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::trash
