#include "migrations.h"

#include <vector>

namespace inkwell::bucket_tokens {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "tokens",
     {
         "CREATE TABLE IF NOT EXISTS bucket_tokens ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "digest {key} NOT NULL, "
         "title {text:1000} NOT NULL, "
         "may_read {text:20} NOT NULL, "
         "all_types {bool} NOT NULL, "
         "object_types {document} NOT NULL, "
         "media {bool} NOT NULL, "
         "created_by {id} NOT NULL, "
         "created_at {int} NOT NULL, "
         "expires_at {int} NULL, "
         "last_used_at {int} NULL) {table}",
         "CREATE UNIQUE INDEX bucket_tokens_digest ON bucket_tokens (digest)",
         "CREATE INDEX bucket_tokens_bucket ON bucket_tokens (bucket_id, created_at)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::bucket_tokens
