#pragma once

// The table that most tests use.
namespace inkwell::testkit {

inline constexpr const char* kThings =
    "CREATE TABLE things (id {id} NOT NULL PRIMARY KEY, name {key}, amount {int}, weight {real}, done {bool}, "
    "note {text:80}, document {document}) {table}";
inline constexpr const char* kInsertThing =
    "INSERT INTO things (id, name, amount, weight, done, note, document) VALUES (?, ?, ?, ?, ?, ?, ?)";

/// Called by the suite's constructor: a linker takes an object file out of an archive only if it needs it.
void linkDatabaseEngineValues();

}  // namespace inkwell::testkit
