#include "migrations.h"

#include <vector>

namespace comments_plugin {

namespace {

const std::vector<inkwell::Migration> kMigrations = {
    {1,
     "entries",
     {
         "CREATE TABLE IF NOT EXISTS comments_entries ("
         "id {id} NOT NULL, "
         "bucket_id {id} NOT NULL, "
         "object_id {id} NOT NULL, "
         "author {key} NOT NULL, "
         "body {text:10000} NOT NULL, "
         "approved {bool} NOT NULL, "
         "created_at {int} NOT NULL, "
         "PRIMARY KEY (bucket_id, id)) {table}",
         "CREATE INDEX comments_entries_object ON comments_entries (bucket_id, object_id, approved, created_at)",
         "CREATE INDEX comments_entries_waiting ON comments_entries (approved, created_at)",
     }},
    // A later version of the plugin adds a step, and never changes an earlier one.
    {2, "who approved", {"ALTER TABLE comments_entries ADD COLUMN approved_by {key} NOT NULL DEFAULT ''"}},
};

}  // namespace

std::span<const inkwell::Migration> migrations() { return kMigrations; }

}  // namespace comments_plugin
