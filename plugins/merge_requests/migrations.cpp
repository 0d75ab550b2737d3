#include "migrations.h"

#include <vector>

namespace inkwell::merge_requests {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "merge requests",
     {
         // The slug of the source is kept for answers after the bucket is gone; only the id finds it.
         "CREATE TABLE IF NOT EXISTS merge_requests ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "source_id {id} NOT NULL, "
         "source_slug {key} NOT NULL, "
         "title {text:1000} NOT NULL, "
         "status {text:20} NOT NULL, "
         "object_ids {document} NOT NULL, "
         "created_at {int} NOT NULL, "
         "created_by {id} NOT NULL, "
         "modified_at {int} NOT NULL, "
         "completed_at {int}, "
         "completed_by {id}) {table}",
         "CREATE INDEX merge_requests_created ON merge_requests (bucket_id, created_at, id)",
         "CREATE INDEX merge_requests_source ON merge_requests (source_id, status)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::merge_requests
