#pragma once

#include <cstdint>
#include <string>

namespace inkwell::users {

/// One mail of plain text.
struct Mail {
    std::string from;  // e-mail addresses as parseEmail accepts them
    std::string to;
    std::string toName;   // any text a client typed
    std::string subject;  // ASCII, one line
    std::string text;     // lines end with "\n"
    std::int64_t timeMs = 0;
};

/// The message as sent (RFC 5322), with its own Message-ID. No text in it can start another header line. Any
/// thread.
std::string renderMail(const Mail& mail);

/// What the text of an invitation says. `address` is the URL to follow or, with `forPrograms`, the URL of the API.
struct InvitationText {
    std::string email;
    std::string server;  // its public URL
    std::string address;
    bool forPrograms;
    std::int64_t expiresAtMs;
    bool hasPassword = false;  // of the account: it gets another one
};
std::string renderInvitation(const InvitationText& invitation);
/// The text of the mail with which somebody sets a new password in place of a forgotten one.
std::string renderReset(const InvitationText& reset);

}  // namespace inkwell::users
