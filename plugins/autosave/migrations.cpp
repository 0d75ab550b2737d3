#include "migrations.h"

#include <vector>

namespace inkwell::autosave {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "what people have not saved",
     {
         "CREATE TABLE IF NOT EXISTS autosave_items ("
         "bucket_id {id} NOT NULL, "
         "object_id {id} NOT NULL, "
         "user_id {id} NOT NULL, "
         "base_version {int}, "
         "saved_at {int} NOT NULL, "
         "document {document} NOT NULL, "
         "PRIMARY KEY (bucket_id, object_id, user_id)) {table}",
         "CREATE INDEX autosave_items_person ON autosave_items (bucket_id, user_id, saved_at, object_id)",
         "CREATE INDEX autosave_items_age ON autosave_items (saved_at)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::autosave
