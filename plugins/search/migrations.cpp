#include "migrations.h"

#include <vector>

namespace inkwell::search {

namespace {

// What stands in /*! */ is read by MySQL and MariaDB only. The statements for SQLite alone are `DO 0 - -1` to them,
// which does nothing: for them the first line ends with a comment, and for SQLite the last one is a comment.
const std::vector<Migration> kMigrations = {
    {1,
     "the index",
     {
         // `number` is the bucket in tokens. `stage` and `after_id` say how far what was there before is indexed.
         "CREATE TABLE IF NOT EXISTS search_buckets ("
         "number {sequence}, "
         "bucket_id {id} NOT NULL, "
         "stage {int} NOT NULL, "
         "after_id {key} NOT NULL, "
         "walked {int} NOT NULL) {table}",
         "CREATE UNIQUE INDEX search_buckets_bucket ON search_buckets (bucket_id)",

         "CREATE TABLE IF NOT EXISTS search_entries ("
         "entry {sequence}, "
         "bucket_id {id} NOT NULL, "
         "kind {text:20} NOT NULL, "
         "id {id} NOT NULL, "
         "type_slug {key} NOT NULL, "
         "tokens {document} NOT NULL "
         "/*! , FULLTEXT KEY search_entries_tokens (tokens) */) {table}",
         "CREATE UNIQUE INDEX search_entries_thing ON search_entries (bucket_id, kind, id)",

         "CREATE TABLE IF NOT EXISTS search_state (name {key} NOT NULL PRIMARY KEY, value {int} NOT NULL) {table}",

         "/*! DO 0 -- */ CREATE VIRTUAL TABLE IF NOT EXISTS search_index USING fts5("
         "tokens, content='search_entries', content_rowid='entry', tokenize='ascii', detail='none', columnsize=0)\n"
         "--1 */",
         "/*! DO 0 -- */ CREATE TRIGGER IF NOT EXISTS search_entries_added AFTER INSERT ON search_entries BEGIN "
         "INSERT INTO search_index (rowid, tokens) VALUES (new.entry, new.tokens); END\n"
         "--1 */",
         "/*! DO 0 -- */ CREATE TRIGGER IF NOT EXISTS search_entries_removed AFTER DELETE ON search_entries BEGIN "
         "INSERT INTO search_index (search_index, rowid, tokens) VALUES ('delete', old.entry, old.tokens); END\n"
         "--1 */",
         "/*! DO 0 -- */ CREATE TRIGGER IF NOT EXISTS search_entries_changed AFTER UPDATE OF tokens ON search_entries "
         "WHEN old.tokens <> new.tokens BEGIN "
         "INSERT INTO search_index (search_index, rowid, tokens) VALUES ('delete', old.entry, old.tokens); "
         "INSERT INTO search_index (rowid, tokens) VALUES (new.entry, new.tokens); END\n"
         "--1 */",
     }},
    {2, "the newest entries of a bucket", {"CREATE INDEX search_entries_newest ON search_entries (bucket_id, entry)"}},
    // Anew from the beginning (Progress::Renewing): until a thing is come to, it is found as before.
    {3, "Greek words in capitals", {"UPDATE search_buckets SET stage = 0, after_id = '', walked = 0"}},
    {4, "HTML as readers see it", {"UPDATE search_buckets SET stage = 0, after_id = '', walked = 0"}},
    {5, "texts that are no HTML", {"UPDATE search_buckets SET stage = 0, after_id = '', walked = 0"}},
};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

}  // namespace inkwell::search
