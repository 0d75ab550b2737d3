#include "kernel/data/change_feed.h"

namespace inkwell::kernel {

PluginMigrations kernelMigrations() {
    return {"kernel",
            {
                {1,
                 "the change feed",
                 {"CREATE TABLE changes (seq {sequence}, bucket_id {key} NOT NULL, kind {key} NOT NULL, "
                  "type {key} NOT NULL, resource_id {key} NOT NULL, action {key} NOT NULL, time_ms {int} NOT NULL, "
                  "actor {key} NOT NULL, node {key} NOT NULL) {table}"}},
                {2,
                 "what readers see, and looking into the feed",
                 {"ALTER TABLE changes ADD COLUMN reader_action {key} NOT NULL DEFAULT ''",
                  "CREATE INDEX changes_bucket ON changes (bucket_id, seq)"}},
            }};
}

}  // namespace inkwell::kernel
