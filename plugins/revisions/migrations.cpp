#include "migrations.h"

#include <vector>

namespace inkwell::revisions {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "revisions",
     {
         "CREATE TABLE IF NOT EXISTS revisions ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "object_id {id} NOT NULL, "
         "type_slug {key} NOT NULL, "
         "status {text:20} NOT NULL, "
         "created_at {int} NOT NULL, "
         "modified_at {int} NOT NULL, "
         "document {document} NOT NULL) {table}",
         "CREATE INDEX revisions_object ON revisions (bucket_id, object_id, created_at, id)",
     }},
    {2, "what edits replaced", {"ALTER TABLE revisions ADD COLUMN kept {bool} NOT NULL DEFAULT 0"}},
    // Takes the place of `document`, which is '' then.
    {3, "packed documents", {"ALTER TABLE revisions ADD COLUMN packed {bytes}"}},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::revisions
