#include "migrations.h"

#include <vector>

namespace inkwell::previews {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "preview tokens",
     {
         "CREATE TABLE IF NOT EXISTS previews_tokens ("
         "digest {key} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "object_id {id} NOT NULL, "
         "created_by {text:100} NOT NULL, "
         "created_at {int} NOT NULL, "
         "expires_at {int} NOT NULL) {table}",
         "CREATE INDEX previews_tokens_object ON previews_tokens (bucket_id, object_id, created_at)",
         "CREATE INDEX previews_tokens_expiry ON previews_tokens (expires_at)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::previews
