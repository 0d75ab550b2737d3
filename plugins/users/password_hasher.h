#pragma once

#include <cstddef>
#include <optional>
#include <semaphore>
#include <string>
#include <string_view>

namespace inkwell::users {

/// argon2id. At most two hashes are computed at once, so that a flood of sign-ins can eat neither the memory nor all
/// processors. Any thread. ApiError 429 when the queue does not move within ten seconds.
class PasswordHasher {
public:
    /// `memoryBytes` for each hash. Throws std::runtime_error when the random source is not available.
    explicit PasswordHasher(std::size_t memoryBytes);

    std::string hash(std::string_view password);
    /// Without a stored hash the answer is false, at the price of a comparison: nobody learns from the time taken
    /// whether an account exists.
    bool matches(const std::optional<std::string>& storedHash, std::string_view password);

private:
    static constexpr int kAtOnce = 2;
    const std::size_t memoryBytes_;
    std::counting_semaphore<kAtOnce> turns_{kAtOnce};
};

/// What is wrong with a new password, or null: it needs at least 10 characters (where-silent.md, "Users") and may have
/// 1024 bytes.
const char* findPasswordProblem(std::string_view password);
/// Throws ApiError 400 with it.
void checkPassword(std::string_view password);

/// What the database holds of a token: 64 hex digits of its BLAKE2b. A token is random enough to need no slow hash.
std::string tokenDigest(std::string_view token);

}  // namespace inkwell::users
