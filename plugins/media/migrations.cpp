#include "migrations.h"

#include <vector>

namespace inkwell::media {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "media and folders",
     {
         "CREATE TABLE IF NOT EXISTS media ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "name {text:500} NOT NULL, "
         "original_name {text:500} NOT NULL, "
         "size {int} NOT NULL, "
         "content_type {text:200} NOT NULL, "
         "folder {key} NOT NULL, "  // '': none
         "created_at {int} NOT NULL, "
         "location {text:1000} NOT NULL, "
         "metadata {document} NOT NULL) {table}",
         "CREATE UNIQUE INDEX media_name ON media (bucket_id, name)",
         "CREATE INDEX media_created ON media (bucket_id, created_at, id)",
         "CREATE INDEX media_size ON media (bucket_id, size, id)",
         "CREATE INDEX media_folder ON media (bucket_id, folder)",

         "CREATE TABLE IF NOT EXISTS media_folders ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "title {text:1000} NOT NULL, "
         "slug {key} NOT NULL, "
         "created_at {int} NOT NULL) {table}",
         "CREATE UNIQUE INDEX media_folders_slug ON media_folders (bucket_id, slug)",
     }},
    {2,
     "values that queries find media by",
     {
         // One of the three values is set. Place 0 is the name: a record without it was stored before this table.
         "CREATE TABLE IF NOT EXISTS media_fields ("
         "media_id {id} NOT NULL, "
         "place {int} NOT NULL, "
         "bucket_id {id} NOT NULL, "
         "path {text:500} NOT NULL, "
         "text_value {text:190}, "
         "number_value {real}, "
         "flag {bool}, "
         "PRIMARY KEY (media_id, place), "
         "FOREIGN KEY (media_id) REFERENCES media (id) ON DELETE CASCADE) {table}",
         "CREATE INDEX media_fields_text ON media_fields (bucket_id, path, text_value, media_id)",
         "CREATE INDEX media_fields_number ON media_fields (bucket_id, path, number_value, media_id)",
     }},
    {3,
     "contents of the stores",
     {
         "CREATE TABLE IF NOT EXISTS media_contents ("
         "location {text:255} NOT NULL PRIMARY KEY, "
         "state {int} NOT NULL, "  // 0 pending, 1 kept, 2 doomed
         "digest {text:64} NOT NULL, "
         "size {int} NOT NULL, "
         "expires_at {int} NOT NULL) {table}",  // of a pending one, by the database's clock
         "CREATE INDEX media_contents_state ON media_contents (state, location)",
         "CREATE INDEX media_contents_expiry ON media_contents (state, expires_at)",

         "CREATE TABLE IF NOT EXISTS media_links ("
         "media_id {id} NOT NULL PRIMARY KEY, "
         "location {text:255} NOT NULL) {table}",
         "CREATE INDEX media_links_location ON media_links (location)",
     }},
    {4,
     "resumable uploads",
     {
         "CREATE TABLE IF NOT EXISTS media_uploads ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "bucket_slug {key} NOT NULL, "
         "total_bytes {int} NOT NULL, "
         "received_bytes {int} NOT NULL, "  // that are safe in the staging folder
         "original_name {text:500} NOT NULL, "
         "content_type {text:200} NOT NULL, "  // as declared
         "folder {key} NOT NULL, "
         "metadata {document} NOT NULL, "
         "trigger_webhook {bool} NOT NULL, "
         "actor {text:100} NOT NULL, "
         "media_id {id} NOT NULL, "  // '' until it is media
         "expires_at {int} NOT NULL) {table}",
         "CREATE INDEX media_uploads_bucket ON media_uploads (bucket_id)",
         "CREATE INDEX media_uploads_expiry ON media_uploads (expires_at)",
     }},
    {5,
     "focal points, and names that files had before they were replaced",
     {
         "ALTER TABLE media ADD COLUMN focal_x {real}",
         "ALTER TABLE media ADD COLUMN focal_y {real}",
         "CREATE TABLE IF NOT EXISTS media_former_names ("
         "bucket_id {id} NOT NULL, "
         "name {text:500} NOT NULL, "
         "media_id {id} NOT NULL, "
         "PRIMARY KEY (bucket_id, name), "
         "FOREIGN KEY (media_id) REFERENCES media (id) ON DELETE CASCADE) {table}",
         "CREATE INDEX media_former_names_media ON media_former_names (media_id)",
     }},
    {6, "versions", {"ALTER TABLE media ADD COLUMN version {int} NOT NULL DEFAULT 1"}},
    {7, "Upload-Metadata as it was given", {"ALTER TABLE media_uploads ADD COLUMN given_metadata {document}"}},
    {8,
     "contents that came to the trash",
     {
         "ALTER TABLE media_contents ADD COLUMN in_trash {int} NOT NULL DEFAULT 0",  // 1: until it was looked at
         "CREATE INDEX media_contents_trash ON media_contents (in_trash, location)",
     }},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::media
