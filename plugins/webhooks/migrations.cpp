#include "migrations.h"

#include <vector>

namespace inkwell::webhooks {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "webhooks and their deliveries",
     {
         // A lane is one endpoint of one bucket: what webhooks with the same endpoint share.
         "CREATE TABLE IF NOT EXISTS webhooks ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "title {text:1000} NOT NULL, "
         "endpoint {text:2000} NOT NULL, "
         "lane {id} NOT NULL, "
         "event_names {text:500} NOT NULL, "
         "object_types {document} NOT NULL, "
         "props {document} NOT NULL, "
         "headers {document} NOT NULL, "
         "enabled {bool} NOT NULL, "
         "disabled_reason {text:200} NOT NULL, "
         "secret {text:200} NOT NULL, "
         "old_secret {text:200} NOT NULL, "
         "old_secret_until {int} NOT NULL, "
         "failures {int} NOT NULL, "
         "open_until {int} NOT NULL, "
         "created_at {int} NOT NULL, "
         "created_by {id} NOT NULL, "
         "modified_at {int} NOT NULL) {table}",
         "CREATE INDEX webhooks_bucket ON webhooks (bucket_id, created_at, id)",
         "CREATE INDEX webhooks_lane ON webhooks (lane, id)",
         "CREATE INDEX webhooks_ready ON webhooks (enabled, open_until, lane, id)",
         // One body for all webhooks that want the same of an event; `needed` counts their deliveries.
         "CREATE TABLE IF NOT EXISTS webhooks_messages ("
         "id {id} NOT NULL PRIMARY KEY, "
         "needed {int} NOT NULL, "
         "body {document} NOT NULL) {table}",
         // Times are those of the database's clock. Every index is paid for by those who write content.
         "CREATE TABLE IF NOT EXISTS webhooks_deliveries ("
         "id {id} NOT NULL, "
         "webhook_id {id} NOT NULL, "
         "message_id {id} NOT NULL, "
         "event_name {text:40} NOT NULL, "
         "body_bytes {int} NOT NULL, "
         "state {text:10} NOT NULL, "
         "due_at {int} NOT NULL, "
         "queued_at {int} NOT NULL, "
         "tries {int} NOT NULL, "
         "attempts {int} NOT NULL, "
         "claim {id}, "
         "lease_until {int}, "
         "created_at {int} NOT NULL, "
         "ended_at {int}, "
         "reason {text:200} NOT NULL, "
         "PRIMARY KEY (webhook_id, id)) {table}",
         "CREATE INDEX webhooks_deliveries_due ON webhooks_deliveries (webhook_id, state, due_at, id)",
         "CREATE TABLE IF NOT EXISTS webhooks_attempts ("
         "delivery_id {id} NOT NULL, "
         "attempt {int} NOT NULL, "
         "started_at {int} NOT NULL, "
         "status {int} NOT NULL, "
         "error {text:500} NOT NULL, "
         "duration_ms {int} NOT NULL, "
         "PRIMARY KEY (delivery_id, attempt)) {table}",
     }},
    {2,
     "when a webhook was sent to last, to a minute",
     {
         "ALTER TABLE webhooks ADD COLUMN tried_at {int}",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::webhooks
