#pragma once

#include <string>
#include <vector>

#include "accounts/account_store.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/member_directory.h"
#include "inkwell/services.h"
#include "mail/invitation_mailer.h"
#include "members/member_store.h"
#include "settings.h"
#include "user_input.h"

namespace inkwell::users {

/// Use cases of a bucket's users (interface/users-and-roles.md, "Users of a bucket"). Any thread, only after start().
/// Throws ApiError for the client: 404 for a user without a role in the bucket, 409 when the bucket would lose its last
/// admin, 403 when a member oversteps the rules of member_rules.h.
class MemberService : public MemberDirectory {
public:
    /// The arguments must outlive the service.
    MemberService(Services& services, AccountStore& accounts, MemberStore& members, InvitationMailer& mailer,
                  const Settings& settings);

    std::vector<Member> list(const Bucket& bucket);
    Member get(const Bucket& bucket, const std::string& userId);

    struct Added {
        std::string userId;
        bool accountIsNew;
        bool isMailed;  // the invitation of the new account
    };
    /// Creates the account if the e-mail address is new, with an invitation by mail when mail is configured. An
    /// existing account is not asked: its profile stays hidden until the owner accepts, unless the server's
    /// administrator adds it. Throws 409 for a member, 400 for an unknown object type, 429 with Retry-After beyond the
    /// daily limit of additions.
    Added add(const Bucket& bucket, const NewMember& input, const Access& access);
    void edit(const Bucket& bucket, const std::string& userId, const RoleEdit& edit, const Access& access);
    /// The account stays, even if this was its only bucket.
    void remove(const Bucket& bucket, const std::string& userId, const Access& access);
    /// Called by the member; from then on the bucket's admins see their profile.
    void accept(const Bucket& bucket, const std::string& userId);
    /// Called by the member, who leaves the bucket.
    void leave(const Bucket& bucket, const std::string& userId);

    // For other plugins; they join the caller's unit of work.
    /// Of who has not accepted yet it tells the names that they were added with, as the list of users does.
    People findMembers(const std::string& bucketId, std::span<const std::string> userIds) override;
    std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId);
    std::vector<std::string> bucketsOf(const std::string& userId);
    std::vector<std::string> acceptedBucketsOf(const std::string& userId);
    std::vector<BucketMembership> membershipsOf(const std::string& userId);
    void addAdmin(const std::string& userId, const std::string& bucketId);
    /// For the operator: of the account with this e-mail address, accepted at once. The right to publish comes with the
    /// role; types and additional permissions stay.
    void setRole(const std::string& email, const Bucket& bucket, Role role);

    // Listeners inside the caller's unit of work.
    void removeOfBucket(const std::string& bucketId);
    /// Renames the object type in the roles of contributors.
    void renameObjectType(const std::string& bucketId, const std::string& from, const std::string& to);
    /// Removes the type from all roles: a later type with the same slug is a different one.
    void forgetObjectType(const std::string& bucketId, const std::string& slug);

private:
    /// What the caller may do now, once the admins are locked. ApiError 404 or 403 when that is nothing any more.
    Access callerNow(const Bucket& bucket, const Access& access);
    bool isServerAdmin(const Access& access);
    void countAddition(const Access& access);
    Added findOrAddAccount(const NewMember& input, const std::string& actor);
    std::optional<AccountRecord> findForUpdate(const std::string& email);
    void insert(const std::string& bucketId, const std::string& bucketName, const std::string& userId,
                const Membership& membership, const Admission& admission, const std::string& actor);
    /// `before` is null of a new member.
    void refuseProblems(const Bucket& bucket, const RoleEdit& edit, const Membership* before, const char* refusal);

    Services& services_;
    AccountStore& accounts_;
    MemberStore& members_;
    InvitationMailer& mailer_;
    const Settings& settings_;
};

}  // namespace inkwell::users
