#pragma once

#include <stop_token>
#include <string>

#include "accounts/account_service.h"
#include "inkwell/services.h"
#include "mail/invitation_mailer.h"
#include "mail/reset_store.h"

namespace inkwell::users {

/// Use cases of forgotten passwords (interface/users-and-roles.md, "Forgotten passwords"). What is asked is stored and
/// the answer given without a look at the accounts, so that neither its text nor its time tells whether there is one;
/// the mailer's thread looks, and mails a token. Servers share the table. Any thread, only after start().
class PasswordResets {
public:
    /// The arguments must outlive it. The mailer's thread goes on to call deliverDue.
    PasswordResets(Services& services, AccountService& accounts, InvitationMailer& mailer);

    /// Throws 429 when too many have been asked from this client network; 503 while mail is not configured.
    void ask(const std::string& email, const std::string& clientAddress);
    /// Tries once to mail each that is due, if mail is configured.
    void deliverDue(const std::stop_token& stopping);
    /// A job: removes what no longer counts.
    void removeExpired();

private:
    void deliver(const AskedReset& asked, const std::stop_token& stopping);

    Services& services_;
    AccountService& accounts_;
    InvitationMailer& mailer_;
    ResetStore store_;
};

}  // namespace inkwell::users
