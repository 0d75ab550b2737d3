#include "migrations.h"

#include <vector>

namespace inkwell::presence {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "who is where",
     {
         "CREATE TABLE IF NOT EXISTS presence_places ("
         "bucket_id {id} NOT NULL, "
         "user_id {id} NOT NULL, "
         "object_id {id} NOT NULL, "
         "field {text:200} NOT NULL, "
         "since {int} NOT NULL, "
         "seen_at {int} NOT NULL, "
         "PRIMARY KEY (bucket_id, user_id, object_id)) {table}",
         "CREATE INDEX presence_places_object ON presence_places (bucket_id, object_id)",
         "CREATE INDEX presence_places_age ON presence_places (seen_at)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::presence
