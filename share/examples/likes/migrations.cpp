#include "migrations.h"

#include <vector>

namespace likes_plugin {

namespace {

const std::vector<inkwell::Migration> kMigrations = {
    {1,
     "visitors",
     {
         "CREATE TABLE IF NOT EXISTS likes_visitors ("
         "object_id {id} NOT NULL, "
         "visitor {key} NOT NULL, "
         "bucket_id {id} NOT NULL, "
         "added_at {int} NOT NULL, "
         "PRIMARY KEY (object_id, visitor)) {table}",
         "CREATE INDEX likes_visitors_bucket ON likes_visitors (bucket_id)",
     }},
};

}  // namespace

std::span<const inkwell::Migration> migrations() { return kMigrations; }

}  // namespace likes_plugin
