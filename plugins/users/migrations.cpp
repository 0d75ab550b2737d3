#include "migrations.h"

namespace inkwell::users {

std::span<const Migration> migrations() {
    static const Migration kSteps[] = {
        {1,
         "accounts",
         {"CREATE TABLE users ("
          "id {id} NOT NULL PRIMARY KEY, "
          "email {text:254} NOT NULL, "
          "password_hash {key} NULL, "
          "server_admin {bool} NOT NULL, "
          "first_name {text:200} NOT NULL, "
          "last_name {text:200} NOT NULL, "
          "created_at {int} NOT NULL) {table}",
          "CREATE UNIQUE INDEX users_email ON users (email)"}},
        {2,
         "tokens",
         {"CREATE TABLE users_tokens ("
          "digest {key} NOT NULL PRIMARY KEY, "
          "user_id {id} NOT NULL, "
          "expires_at {int} NOT NULL) {table}",
          "CREATE INDEX users_tokens_user ON users_tokens (user_id)",
          "CREATE INDEX users_tokens_expiry ON users_tokens (expires_at)",
          "CREATE TABLE users_invitations ("
          "user_id {id} NOT NULL PRIMARY KEY, "
          "digest {key} NOT NULL, "
          "expires_at {int} NOT NULL) {table}",
          "CREATE UNIQUE INDEX users_invitations_digest ON users_invitations (digest)"}},
        {3,
         "roles",
         {"CREATE TABLE users_roles ("
          "bucket_id {id} NOT NULL, "
          "user_id {id} NOT NULL, "
          "role {text:20} NOT NULL, "
          "draft_only {bool} NOT NULL, "
          "additional_permissions {document} NOT NULL, "
          "object_types {document} NOT NULL, "
          "PRIMARY KEY (bucket_id, user_id)) {table}",
          "CREATE INDEX users_roles_user ON users_roles (user_id)"}},
        {4,
         "profiles",
         {"ALTER TABLE users ADD COLUMN username {key} NULL", "ALTER TABLE users ADD COLUMN profile {document} NULL",
          "CREATE UNIQUE INDEX users_username ON users (username)"}},
        {5,
         "mails",
         {"CREATE TABLE users_mails ("
          "user_id {id} NOT NULL PRIMARY KEY, "
          "attempts {int} NOT NULL, "
          "due_at {int} NOT NULL, "
          "queued_at {int} NOT NULL) {table}",
          "CREATE INDEX users_mails_due ON users_mails (due_at)"}},
        {6,
         "addresses that nobody has proven",
         {"ALTER TABLE users ADD COLUMN email_proven {bool} NOT NULL DEFAULT 1"}},
        {7,
         "networks that accounts have signed in from",
         {"CREATE TABLE users_networks ("
          "user_id {id} NOT NULL, "
          "network {key} NOT NULL, "
          "seen_at {int} NOT NULL, "
          "PRIMARY KEY (user_id, network)) {table}",
          "CREATE INDEX users_networks_seen ON users_networks (seen_at)"}},
        {8,
         "members who have not accepted their role",
         {"ALTER TABLE users_roles ADD COLUMN accepted {bool} NOT NULL DEFAULT 1",
          "ALTER TABLE users_roles ADD COLUMN given_first_name {text:200} NULL",
          "ALTER TABLE users_roles ADD COLUMN given_last_name {text:200} NULL",
          "CREATE TABLE users_additions ("
          "id {id} NOT NULL PRIMARY KEY, "
          "actor_id {id} NOT NULL, "
          "added_at {int} NOT NULL) {table}",
          "CREATE INDEX users_additions_actor ON users_additions (actor_id, added_at)"}},
        {9,
         "sessions that their owners can tell apart",
         {"ALTER TABLE users_tokens ADD COLUMN id {id} NULL",
          "ALTER TABLE users_tokens ADD COLUMN created_at {int} NOT NULL DEFAULT 0",
          "ALTER TABLE users_tokens ADD COLUMN client {text:200} NULL",
          "ALTER TABLE users_tokens ADD COLUMN network {key} NULL",
          "UPDATE users_tokens SET id = SUBSTR(digest, 1, 24)"}},
        {10,
         "forgotten passwords",
         {"CREATE TABLE users_resets ("
          "user_id {id} NOT NULL PRIMARY KEY, "
          "digest {key} NOT NULL, "
          "expires_at {int} NOT NULL) {table}",
          "CREATE UNIQUE INDEX users_resets_digest ON users_resets (digest)",
          "CREATE TABLE users_reset_requests ("
          "id {id} NOT NULL PRIMARY KEY, "
          "email {text:254} NOT NULL, "
          "network {key} NOT NULL, "
          "asked_at {int} NOT NULL, "
          "due_at {int} NOT NULL, "
          "attempts {int} NOT NULL, "
          "is_open {bool} NOT NULL) {table}",
          "CREATE INDEX users_reset_requests_email ON users_reset_requests (email, asked_at)",
          "CREATE INDEX users_reset_requests_network ON users_reset_requests (network, asked_at)",
          "CREATE INDEX users_reset_requests_due ON users_reset_requests (is_open, due_at)"}},
        {11,
         "pictures of people",
         {"CREATE TABLE users_avatars ("
          "user_id {id} NOT NULL PRIMARY KEY, "
          "digest {key} NOT NULL, "
          "picture {document} NOT NULL) {table}"}},
        {12,
         "the address that a member was added under",
         {"ALTER TABLE users_roles ADD COLUMN given_email {text:254} NULL",
          "UPDATE users_roles SET given_email = (SELECT email FROM users WHERE users.id = users_roles.user_id)"}},
        {13,
         "the administrators of the server, to lock no others with them",
         {"CREATE INDEX users_server_admins ON users (server_admin)"}},
        {14, "when tokens were used last", {"ALTER TABLE users_tokens ADD COLUMN used_at {int} NOT NULL DEFAULT 0"}},
    };
    return kSteps;
}

}  // namespace inkwell::users
