#pragma once

#include <string>
#include <string_view>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/identity.h"

namespace inkwell {

/// What the operator can do with accounts beyond Identity; for the command line. Provided by `users`. E-mail addresses
/// are lower-cased here; ApiError 404 for an unknown one. Any thread.
class INKWELL_API AccountAdmin {
public:
    static constexpr const char* kServiceId = "inkwell.account-admin/1";
    virtual ~AccountAdmin() = default;

    struct Invitation {
        std::string token;          // for POST /v2/invitations/{token}
        std::string address;        // the URL for accepting it, from the configuration; "" when not configured
        std::string dashboardPage;  // the dashboard's URL for accepting it, where that plugin runs
        bool mailed = false;
        std::string mailProblem;  // why it was not mailed, for the operator; "" if mail is not configured
    };
    /// Makes a one-time invitation, which replaces an earlier one, and mails it to the account if mail is configured:
    /// waits for the mail server, up to a minute.
    virtual Invitation invite(std::string_view email) = 0;

    /// Removes the account with its tokens, invitation and roles. ApiError 409, naming the buckets, if it is the last
    /// admin of any bucket.
    virtual Account remove(std::string_view email) = 0;

    /// Names the person, as members of their buckets read it.
    virtual void setNames(std::string_view email, const std::string& firstName, const std::string& lastName) = 0;

    /// Gives the account a role in a bucket at once, in place of the one that it has there: nobody is asked, and
    /// nothing is mailed; a restriction to drafts ends. ApiError 400 for a contributor without object types, which are
    /// given over HTTP; 409 if the bucket would lose its last admin, or if nothing proves that the address is the
    /// account's.
    virtual void setRole(std::string_view email, const Bucket& bucket, Role role) = 0;
};

}  // namespace inkwell
