#pragma once

#include <optional>
#include <string>

#include "accounts/account_store.h"

namespace inkwell::users {

/// The password hash of some account, for the comparison that a sign-in makes where there is none: what it costs is
/// written in it, so an address that nobody has costs what one costs that somebody has, also while hashes were made
/// with different settings. It is always that of the same account, while they stay as they are; which, nobody can
/// foretell who knows no hash. Nothing when no account has one. Called by AccountService, from any thread. Throws
/// DatabaseError.
std::optional<std::string> decoyHash(AccountStore& store, const std::string& email);

/// A place in the order of ids, from the first to the last; `draw` are at least 8 bytes that choose it.
std::string placeBetween(const std::string& first, const std::string& last, const std::string& draw);

}  // namespace inkwell::users
