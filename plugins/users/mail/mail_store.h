#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/services.h"

namespace inkwell::users {

/// The SQL of the queue of invitation mails, one per account. Every method joins the caller's unit of work. The queue
/// holds no secret: each try creates a new invitation. AccountStore removes a mail together with its invitation. Any
/// thread. Throws DatabaseError.
class MailStore {
public:
    explicit MailStore(Services& services) : services_(services) {}

    void queue(const std::string& userId, std::int64_t nowMs);
    /// The accounts whose mail is due, longest waiting first; a bounded number.
    std::vector<std::string> due(std::int64_t nowMs);
    /// Claims a due mail for one try: no other server gets it before `untilMs`. Returns the number of the try, from 1;
    /// nothing when another server was quicker.
    std::optional<int> claim(const std::string& userId, std::int64_t nowMs, std::int64_t untilMs);
    /// Schedules the try after number `attempt`. No effect on a mail that was queued again meanwhile.
    void retryAt(const std::string& userId, int attempt, std::int64_t dueAtMs);
    void remove(const std::string& userId, int attempt);

private:
    Services& services_;
};

}  // namespace inkwell::users
