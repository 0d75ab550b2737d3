#pragma once

#include <cstdint>
#include <string>

namespace inkwell::users {

/// One mail of plain text.
struct Mail {
    std::string from;  // addresses as parseEmail accepts them
    std::string to;
    std::string toName;   // anything a client typed
    std::string subject;  // ASCII, one line
    std::string text;     // lines end with "\n"
    std::int64_t timeMs = 0;
};

/// The message as it is sent (RFC 5322), with a Message-ID of its own. Nothing that is in it can start another header
/// line. Any thread.
std::string renderMail(const Mail& mail);

/// What an invitation says. `address` is where a person follows it, or, `forPrograms`, the address of the API.
struct InvitationText {
    std::string email;
    std::string server;  // its public address
    std::string address;
    bool forPrograms;
    std::int64_t expiresAtMs;
};
std::string renderInvitation(const InvitationText& invitation);

}  // namespace inkwell::users
