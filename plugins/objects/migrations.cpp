#include "migrations.h"

#include <vector>

namespace inkwell::objects {

namespace {

const std::vector<Migration> kMigrations = {
    {1,
     "object types and objects",
     {
         "CREATE TABLE IF NOT EXISTS objects_types ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "slug {key} NOT NULL, "
         "title {text:1000} NOT NULL, "
         "singular {text:1000} NOT NULL, "
         "position {int} NOT NULL, "
         "created_at {int} NOT NULL, "
         "modified_at {int} NOT NULL, "
         "document {document} NOT NULL) {table}",
         "CREATE UNIQUE INDEX objects_types_slug ON objects_types (bucket_id, slug)",

         // Other tables and indexes know a row by its number, which takes less room. A draft of a newer version is a
         // second row of its object. `object_id` is the object's id in both, `latest`
         // is 1 in the newer one of both, and `live` is NULL in drafts, which keeps them out of the unique slugs. A
         // locale of '' is none and a position of kNoPosition is unset: NULL would escape the unique index and would
         // sort first. SQLite makes the start of a title when it is asked for; MySQL and MariaDB keep it, because their
         // indexes of values that are made have had faults.
         "CREATE TABLE IF NOT EXISTS objects ("
         "number {sequence}, "
         "id {id} NOT NULL, "
         "object_id {id} NOT NULL, "
         "bucket_id {id} NOT NULL, "
         "type_slug {key} NOT NULL, "
         "slug {key} NOT NULL, "
         "locale {text:20} NOT NULL, "
         "status {text:20} NOT NULL, "
         "title {text:1000} NOT NULL, "
         "title_start {text:200} GENERATED ALWAYS AS (SUBSTR(title, 1, 200)) /*! STORED */, "
         "position {int} NOT NULL, "
         "created_at {int} NOT NULL, "
         "modified_at {int} NOT NULL, "
         "published_at {int}, "
         "publish_at {int}, "
         "created_by {id}, "
         "modified_by {id}, "
         "thumbnail {text:500} NOT NULL, "
         "version {int} NOT NULL, "
         "trigger_webhook {bool} NOT NULL, "
         "latest {bool} NOT NULL, "
         "live {bool}, "
         "document {document} NOT NULL) {table}",
         "CREATE UNIQUE INDEX objects_id ON objects (id)",
         "CREATE UNIQUE INDEX objects_live_slug ON objects (bucket_id, type_slug, locale, slug, live)",
         "CREATE INDEX objects_versions ON objects (object_id, latest)",
         "CREATE INDEX objects_publish_at ON objects (publish_at)",
         // The orders of lists, of one type and of all. What decides who sees a row stands behind the order, so that
         // one index serves both kinds of readers, and what is counted or skipped is so without reading a row.
         "CREATE INDEX objects_order ON objects (bucket_id, position, created_at, object_id, status, latest)",
         "CREATE INDEX objects_created ON objects (bucket_id, created_at, object_id, status, latest)",
         "CREATE INDEX objects_modified ON objects (bucket_id, modified_at, object_id, status, latest)",
         "CREATE INDEX objects_type_order "
         "ON objects (bucket_id, type_slug, position, created_at, object_id, status, latest)",
         "CREATE INDEX objects_type_created ON objects (bucket_id, type_slug, created_at, object_id, status, latest)",
         "CREATE INDEX objects_type_modified ON objects (bucket_id, type_slug, modified_at, object_id, status, latest)",
         // MySQL compares at most 1,024 bytes when it sorts: as many characters are in the index, on both engines.
         "CREATE INDEX objects_type_title ON objects (bucket_id, type_slug, title_start, object_id, status, latest)",
     }},
    {2,
     "values that queries find objects by",
     {
         "CREATE TABLE IF NOT EXISTS objects_paths ("
         "number {sequence}, "
         "bucket_id {id} NOT NULL, "
         "path {text:500} NOT NULL) {table}",
         "CREATE UNIQUE INDEX objects_paths_path ON objects_paths (bucket_id, path)",
         // The object's number and the path's; the value as a key (store/field_key.h). Path 0 marks an object whose
         // values are incomplete.
         "CREATE TABLE IF NOT EXISTS objects_fields ("
         "object {int} NOT NULL, "
         "path {int} NOT NULL, "
         "value {text:64} NOT NULL, "
         "PRIMARY KEY (object, path, value)) {table:clustered}",
         "CREATE INDEX objects_fields_value ON objects_fields (path, value, object)",
     }},
    {3, "versions of object types", {"ALTER TABLE objects_types ADD COLUMN version {int} NOT NULL DEFAULT 1"}},
    {4,
     "times to unpublish",
     {
         "ALTER TABLE objects ADD COLUMN unpublish_at {int}",
         "CREATE INDEX objects_unpublish_at ON objects (unpublish_at)",
     }},
    {5,
     "undoing changes of many objects",
     {
         "CREATE TABLE IF NOT EXISTS objects_undo ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "expires_at {int} NOT NULL) {table}",
         "CREATE INDEX objects_undo_expiry ON objects_undo (expires_at)",
         "CREATE INDEX objects_undo_bucket ON objects_undo (bucket_id)",

         "CREATE TABLE IF NOT EXISTS objects_undo_items ("
         "undo_id {id} NOT NULL, "
         "place {int} NOT NULL, "
         "object_id {id} NOT NULL, "
         "version {int} NOT NULL, "
         "document {document} NOT NULL, "
         "PRIMARY KEY (undo_id, place)) {table}",
     }},
    // Takes the place of `document`, which is '' then.
    {6, "packed documents", {"ALTER TABLE objects ADD COLUMN packed {bytes}"}},
    {7, "what the values of an object were", {"ALTER TABLE objects ADD COLUMN values_digest {int}"}},
    {8,
     "object types that were renamed while those were off who store their slugs",
     {
         "CREATE TABLE IF NOT EXISTS objects_type_followers (follower {key} NOT NULL PRIMARY KEY) {table}",

         // What a follower has missed. A `to_slug` of '' is a deletion.
         "CREATE TABLE IF NOT EXISTS objects_type_renames ("
         "number {sequence}, "
         "follower {key} NOT NULL, "
         "bucket_id {id} NOT NULL, "
         "from_slug {key} NOT NULL, "
         "to_slug {key} NOT NULL) {table}",
         "CREATE INDEX objects_type_renames_waiting ON objects_type_renames (follower, bucket_id)",
         "CREATE INDEX objects_type_renames_bucket ON objects_type_renames (bucket_id)",
     }},
    // Null in those that a server of before has stored.
    {9,
     "whose a change of many objects is",
     {
         "ALTER TABLE objects_undo ADD COLUMN actor {text:100}",
         "ALTER TABLE objects_undo ADD COLUMN action {text:20}",
     }},
    // What a page's address names, of any type and locale.
    {10, "objects by their slugs", {"CREATE INDEX objects_slug ON objects (bucket_id, slug)"}},
    // In the object's own row, which whoever changes it has locked. The draft's row has it as its `publish_at`.
    {11, "times to publish drafts", {"ALTER TABLE objects ADD COLUMN publish_draft_at {int}"}},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::objects
