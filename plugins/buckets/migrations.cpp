#include "migrations.h"

namespace inkwell::buckets {

std::span<const Migration> migrations() {
    static const Migration kSteps[] = {
        {1,
         "buckets",
         {"CREATE TABLE buckets ("
          "id {id} NOT NULL PRIMARY KEY, "
          "slug {key} NOT NULL, "
          "title {text:1000} NOT NULL, "
          "thumbnail {text:1000} NULL, "
          "cluster {key} NOT NULL, "
          "read_key {key} NOT NULL, "
          "write_key {key} NOT NULL, "
          "created_at {int} NOT NULL, "
          "created_by {id} NULL, "
          "modified_at {int} NOT NULL, "
          "modified_by {id} NULL) {table}",
          "CREATE UNIQUE INDEX buckets_slug ON buckets (slug)"}},
        {2,
         "what the read key reads",
         {"ALTER TABLE buckets ADD COLUMN read_key_reads_drafts {bool} NOT NULL DEFAULT 1"}},
        {3, "versions of buckets", {"ALTER TABLE buckets ADD COLUMN version {int} NOT NULL DEFAULT 1"}},
        {4,
         "whether what the write key deletes goes to the trash",
         {"ALTER TABLE buckets ADD COLUMN trash_on_delete {bool} NOT NULL DEFAULT 0"}},
    };
    return kSteps;
}

}  // namespace inkwell::buckets
