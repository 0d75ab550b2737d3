#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/services.h"

namespace inkwell::users {

/// Somebody asked for a new password. Nothing says that there is an account with this address.
struct AskedReset {
    std::string id;
    std::string email;  // lower case
};

/// The SQL of asked password resets (table `users_reset_requests`), which holds addresses and no secret. A row that was
/// dealt with stays until it counts no more. Every method joins the caller's unit of work. Any thread. Throws
/// DatabaseError.
class ResetStore {
public:
    explicit ResetStore(Services& services) : services_(services) {}

    std::int64_t countOfEmail(const std::string& email, std::int64_t afterMs);
    std::int64_t countOfNetwork(const std::string& network, std::int64_t afterMs);
    void insert(const AskedReset& asked, const std::string& network, std::int64_t nowMs);

    /// Those that are to be tried, longest waiting first; a bounded number.
    std::vector<AskedReset> due(std::int64_t nowMs);
    /// Claims one for a try: no other server gets it before `untilMs`. Returns the number of the try, from 1; nothing
    /// when another server was quicker.
    std::optional<int> claim(const std::string& id, std::int64_t nowMs, std::int64_t untilMs);
    void retryAt(const std::string& id, std::int64_t dueAtMs);
    /// It was dealt with.
    void close(const std::string& id);
    void removeAskedBefore(std::int64_t timeMs);

private:
    Services& services_;
};

}  // namespace inkwell::users
