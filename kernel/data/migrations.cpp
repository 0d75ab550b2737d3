#include "kernel/data/migrations.h"

namespace inkwell::kernel {

PluginMigrations kernelMigrations() {
    return {
        "kernel",
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
            {3,
             "answers to requests with an Idempotency-Key",
             {"CREATE TABLE IF NOT EXISTS kept_answers (id {text:64} NOT NULL PRIMARY KEY, "
              "scope {text:64} NOT NULL, request_id {text:64} NOT NULL, fingerprint {text:64} NOT NULL, "
              "resource_id {key} NOT NULL, made_ms {int} NOT NULL, answer {document} NOT NULL) {table}",
              "CREATE INDEX kept_answers_made ON kept_answers (made_ms)",
              "CREATE INDEX kept_answers_scope ON kept_answers (scope, made_ms)"}},
            {4,
             "the objects whose revisions change",
             {"ALTER TABLE changes ADD COLUMN object_id {key} NOT NULL DEFAULT ''",
              "CREATE INDEX changes_object ON changes (bucket_id, object_id, seq)"}},
            {5, "what was changed, for the audit", {"ALTER TABLE changes ADD COLUMN detail {key} NOT NULL DEFAULT ''"}},
        }};
}

}  // namespace inkwell::kernel
