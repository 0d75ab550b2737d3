#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/services.h"

namespace inkwell::users {

/// All SQL of the queue of invitations to be mailed, one per account; every method joins the caller's unit of work. It
/// holds no secret: each try makes a new invitation. AccountStore forgets a mail together with the invitation. Any
/// thread. Throws DatabaseError.
class MailStore {
public:
    explicit MailStore(Services& services) : services_(services) {}

    void queue(const std::string& userId, std::int64_t nowMs);
    /// The accounts whose mail is due, the longest waiting first; a bounded number.
    std::vector<std::string> due(std::int64_t nowMs);
    /// Takes a due mail for one try: no other server takes it before `untilMs`. The number of the try, from 1; nothing
    /// when somebody else was quicker.
    std::optional<int> claim(const std::string& userId, std::int64_t nowMs, std::int64_t untilMs);
    /// After the try of that number; without effect on a mail that was queued anew meanwhile.
    void retryAt(const std::string& userId, int attempt, std::int64_t dueAtMs);
    void remove(const std::string& userId, int attempt);

private:
    Services& services_;
};

}  // namespace inkwell::users
