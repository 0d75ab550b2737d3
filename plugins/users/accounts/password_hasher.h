#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/hashing_turns.h"

namespace inkwell::users {

/// Hashes with argon2id, for whoever has a turn. Any thread.
class PasswordHasher {
public:
    /// `memoryBytes` is per hash. Throws std::runtime_error when the random source is not available.
    explicit PasswordHasher(std::size_t memoryBytes);

    HashingTurns& turns() { return turns_; }

    std::string hash(const HashingTurns::Turn& turn, std::string_view password);
    /// Without a stored hash it returns false, but takes as long as a comparison with `decoy`, somebody else's hash, so
    /// that the time does not reveal whether an account exists.
    bool matches(const HashingTurns::Turn& turn, const std::optional<std::string>& storedHash,
                 const std::optional<std::string>& decoy, std::string_view password);
    /// Whether a stored hash was made with other settings than hash() has.
    bool isOutdated(const std::string& storedHash) const;

private:
    const std::size_t memoryBytes_;
    HashingTurns turns_;
};

/// The longest password. Readers of bodies allow as many characters, which are never fewer bytes.
inline constexpr std::size_t kMaxPasswordBytes = 1024;

/// What is wrong with a new password, or null. It must have at least 10 characters (interface/users-and-roles.md,
/// "Accounts") and at most kMaxPasswordBytes.
const char* findPasswordProblem(std::string_view password);
/// Throws ApiError 400 with the problem, if any.
void checkPassword(std::string_view password);

/// What the database stores for a token: its BLAKE2b in 64 hex digits. Tokens are random, so no slow hash is needed.
std::string tokenDigest(std::string_view token);

}  // namespace inkwell::users
