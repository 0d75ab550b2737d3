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

         // A locale of '' is none and a position of kNoPosition is unset: NULL would escape the unique index and
         // would sort first.
         "CREATE TABLE IF NOT EXISTS objects ("
         "id {id} NOT NULL PRIMARY KEY, "
         "bucket_id {id} NOT NULL, "
         "type_slug {key} NOT NULL, "
         "slug {key} NOT NULL, "
         "locale {text:20} NOT NULL, "
         "status {text:20} NOT NULL, "
         "title {text:1000} NOT NULL, "
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
         "document {document} NOT NULL) {table}",
         "CREATE UNIQUE INDEX objects_slug ON objects (bucket_id, type_slug, locale, slug)",
         "CREATE INDEX objects_order ON objects (bucket_id, position, created_at, id)",
         "CREATE INDEX objects_type_order ON objects (bucket_id, type_slug, position, created_at, id)",
         "CREATE INDEX objects_created ON objects (bucket_id, created_at, id)",
         "CREATE INDEX objects_modified ON objects (bucket_id, modified_at, id)",
         "CREATE INDEX objects_status ON objects (bucket_id, status)",
         "CREATE INDEX objects_publish_at ON objects (publish_at)",
     }},
    {2,
     "values that queries find objects by",
     {
         // One of the three values is set. Place 0 is the title of an object whose values are complete.
         "CREATE TABLE IF NOT EXISTS objects_fields ("
         "object_id {id} NOT NULL, "
         "place {int} NOT NULL, "
         "bucket_id {id} NOT NULL, "
         "path {text:500} NOT NULL, "
         "text_value {text:190}, "
         "number_value {real}, "
         "flag {bool}, "
         "PRIMARY KEY (object_id, place)) {table}",
         "CREATE INDEX objects_fields_text ON objects_fields (bucket_id, path, text_value, object_id)",
         "CREATE INDEX objects_fields_number ON objects_fields (bucket_id, path, number_value, object_id)",
     }},
    {3,
     "orders of published objects, for deep pages",
     {
         // With the status inside, what `skip` passes over is counted without reading a row.
         "CREATE INDEX objects_published_order ON objects (bucket_id, status, position, created_at, id)",
         "CREATE INDEX objects_published_created ON objects (bucket_id, status, created_at, id)",
         "CREATE INDEX objects_published_modified ON objects (bucket_id, status, modified_at, id)",
     }},
    {4,
     "drafts of newer versions",
     {
         // A draft is a second row of its object. `object_id` is the object's id in both, `latest` is 1 in the newer
         // one of both, and `live` is NULL in drafts, which keeps them out of the unique slugs.
         "ALTER TABLE objects ADD COLUMN object_id {id} NOT NULL DEFAULT ''",
         "ALTER TABLE objects ADD COLUMN latest {bool} NOT NULL DEFAULT 1",
         "ALTER TABLE objects ADD COLUMN live {bool} DEFAULT 1",
         "UPDATE objects SET object_id = id WHERE object_id = ''",
         "CREATE INDEX objects_versions ON objects (object_id, latest)",
         "CREATE UNIQUE INDEX objects_live_slug ON objects (bucket_id, type_slug, locale, slug, live)",
         "CREATE INDEX objects_any_order ON objects (bucket_id, latest, position, created_at, object_id)",
         "CREATE INDEX objects_any_created ON objects (bucket_id, latest, created_at, object_id)",
         "CREATE INDEX objects_any_modified ON objects (bucket_id, latest, modified_at, object_id)",
         "CREATE INDEX objects_read_order ON objects (bucket_id, status, position, created_at, object_id)",
         "CREATE INDEX objects_read_created ON objects (bucket_id, status, created_at, object_id)",
         "CREATE INDEX objects_read_modified ON objects (bucket_id, status, modified_at, object_id)",
         "CREATE INDEX objects_of_type ON objects (bucket_id, type_slug, position, created_at, object_id)",
         // Only MySQL reads what stands in such a comment, and it cannot do without.
         "DROP INDEX objects_slug /*! ON objects */",
         "DROP INDEX objects_order /*! ON objects */",
         "DROP INDEX objects_type_order /*! ON objects */",
         "DROP INDEX objects_created /*! ON objects */",
         "DROP INDEX objects_modified /*! ON objects */",
         "DROP INDEX objects_published_order /*! ON objects */",
         "DROP INDEX objects_published_created /*! ON objects */",
         "DROP INDEX objects_published_modified /*! ON objects */",
     }},
    {5, "versions of object types", {"ALTER TABLE objects_types ADD COLUMN version {int} NOT NULL DEFAULT 1"}},
    {6,
     "times to unpublish",
     {
         "ALTER TABLE objects ADD COLUMN unpublish_at {int}",
         "CREATE INDEX objects_unpublish_at ON objects (unpublish_at)",
     }},
    {7,
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
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::objects
