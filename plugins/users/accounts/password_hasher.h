#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <semaphore>
#include <string>
#include <string_view>

namespace inkwell::users {

/// Hashes with argon2id: two hashes at once, eight more threads may wait. A flood of sign-ins thus exhausts neither
/// memory nor processors nor request threads. Any thread. Throws ApiError 429 at once when eight threads wait already,
/// or after waiting for ten seconds.
class PasswordHasher {
public:
    /// `memoryBytes` is per hash. Throws std::runtime_error when the random source is not available.
    explicit PasswordHasher(std::size_t memoryBytes);

    std::string hash(std::string_view password);
    /// Without a stored hash it returns false, but takes as long as a comparison, so that the time does not reveal
    /// whether an account exists.
    bool matches(const std::optional<std::string>& storedHash, std::string_view password);

private:
    static constexpr int kAtOnce = 2;
    static constexpr int kMaxWaiting = 8;
    class Turn;

    const std::size_t memoryBytes_;
    std::counting_semaphore<kAtOnce> turns_{kAtOnce};
    std::atomic<int> admitted_{0};  // computing or waiting
};

/// What is wrong with a new password, or null. It must have at least 10 characters (interface/users-and-roles.md,
/// "Accounts") and at most 1024 bytes.
const char* findPasswordProblem(std::string_view password);
/// Throws ApiError 400 with the problem, if any.
void checkPassword(std::string_view password);

/// What the database stores for a token: its BLAKE2b in 64 hex digits. Tokens are random, so no slow hash is needed.
std::string tokenDigest(std::string_view token);

}  // namespace inkwell::users
