#pragma once

#include <string>
#include <string_view>

#include "inkwell/api.h"
#include "inkwell/identity.h"

namespace inkwell {

/// What the operator does to accounts beside what Identity offers; for the command line. Provided by `users`. E-mails
/// are lower-cased here; ApiError 404 for an unknown one. Any thread.
class INKWELL_API AccountAdmin {
public:
    static constexpr const char* kServiceId = "inkwell.account-admin/1";
    virtual ~AccountAdmin() = default;

    struct Invitation {
        std::string token;    // for POST /v2/invitations/{token}
        std::string address;  // where a person follows it, by the configuration; "" when that says nothing
        bool mailed = false;
        std::string mailProblem;  // why not, as a sentence for the operator; "" while mail is not configured
    };
    /// A fresh one-time invitation, which replaces an earlier one, mailed to the account when mail is configured: waits
    /// for the mail server, up to a minute.
    virtual Invitation invite(std::string_view email) = 0;

    /// Ends the account with its tokens, its invitation and its roles. ApiError 409, which names the buckets, while it
    /// is the last admin of one.
    virtual Account remove(std::string_view email) = 0;
};

}  // namespace inkwell
