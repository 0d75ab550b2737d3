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
    {2,
     "the key that a preview token was made with",
     {
         // NULL: no key made it, or a server that did not know this column.
         "ALTER TABLE previews_tokens ADD COLUMN made_with {key}",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::previews
