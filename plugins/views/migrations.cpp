#include "migrations.h"

#include <vector>

namespace inkwell::views {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "saved views",
     {
         "CREATE TABLE IF NOT EXISTS views ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "owner {id} NOT NULL, "
         "shared {bool} NOT NULL, "
         "title {key} NOT NULL, "
         "type_slug {key} NOT NULL, "
         "sort {key} NOT NULL, "
         "query {document} NOT NULL, "
         "columns_shown {document} NOT NULL, "
         "created_at {int} NOT NULL, "
         "modified_at {int} NOT NULL) {table}",
         "CREATE INDEX views_owner ON views (bucket_id, owner, title)",
         "CREATE INDEX views_shared ON views (bucket_id, shared, title)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::views
