#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::kernel {

/// A POST with an Idempotency-Key that has written something, or was answered with success.
struct KeptAnswer {
    std::string id;           // of credential, bucket and key: 64 hex digits
    std::string scope;        // of credential and bucket, for the bound: 64 hex digits
    std::string requestId;    // of the first request
    std::string fingerprint;  // 32 hex digits of key, route and parameters; 32 of key and body if all of it had come
    std::string resourceId;   // of its first change; "" for none
    std::int64_t madeMs = 0;
    std::string answer;  // sealed; "" while it is not stored
};

/// The table `kept_answers` in the caller's session. All throw DatabaseError.
std::optional<KeptAnswer> findKeptAnswer(Sql& sql, const std::string& id);
/// Without the answer. Duplicate if there is one of that id.
void insertKeptAnswer(Sql& sql, const KeptAnswer& kept);
/// Stores the answer with the rest, or adds it to what is there.
void putKeptAnswer(Sql& sql, const KeptAnswer& kept);
void removeKeptAnswer(Sql& sql, const std::string& id);
/// Up to `limit` of those made at `madeMs` or before; returns how many.
std::int64_t removeOldAnswers(Sql& sql, std::int64_t madeMs, std::int64_t limit);
/// The scopes that have more than `most`. Reads a whole index.
std::vector<std::string> scopesWithMore(Sql& sql, std::int64_t most);
/// All of the scope but the newest `most`.
void removeSuperfluousAnswers(Sql& sql, const std::string& scope, std::int64_t most);

}  // namespace inkwell::kernel
