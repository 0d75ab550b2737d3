#pragma once

#include <string>
#include <vector>

#include "account_store.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "invitation_mailer.h"
#include "member_store.h"
#include "user_input.h"

namespace inkwell::users {

/// The use cases of a bucket's users (where-silent.md, "Users"). Any thread; after start() only. ApiError for what a
/// client must hear: 404 for a user who has no role in the bucket, 409 where the bucket would lose its last admin, 403
/// where a member who is no admin would go beyond themself (member_rules.h).
class MemberService {
public:
    /// The references must outlive it.
    MemberService(Services& services, AccountStore& accounts, MemberStore& members, InvitationMailer& mailer);

    std::vector<Member> list(const Bucket& bucket);
    Member get(const Bucket& bucket, const std::string& userId);

    struct Added {
        std::string userId;
        bool accountIsNew;
        bool isMailed;  // the invitation of the new account
    };
    /// Makes the account if the e-mail is new, with an invitation by mail when mail is configured. 409 for a member,
    /// 400 for an unknown object type.
    Added add(const Bucket& bucket, const NewMember& input, const Access& access);
    void edit(const Bucket& bucket, const std::string& userId, const RoleEdit& edit, const Access& access);
    /// The account stays, also when this was its only bucket.
    void remove(const Bucket& bucket, const std::string& userId, const Access& access);

    // For other plugins; they join the caller's unit of work.
    std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId);
    std::vector<std::string> bucketsOf(const std::string& userId);
    void addAdmin(const std::string& userId, const std::string& bucketId);

    // Listeners inside the caller's unit of work.
    void forgetBucket(const std::string& bucketId);
    /// The roles of contributors follow a new slug of an object type.
    void renameObjectType(const std::string& bucketId, const std::string& from, const std::string& to);
    /// A later type of the same slug is another one, so nobody has a role for it.
    void forgetObjectType(const std::string& bucketId, const std::string& slug);

private:
    Added findOrAddAccount(const NewMember& input, const std::string& actor);
    std::optional<AccountRecord> findForUpdate(const std::string& email);
    void insert(const std::string& bucketId, const std::string& bucketName, const std::string& userId,
                const Membership& membership, const std::string& actor);
    void checkObjectTypes(const Bucket& bucket, const RoleEdit& edit);

    Services& services_;
    AccountStore& accounts_;
    MemberStore& members_;
    InvitationMailer& mailer_;
};

}  // namespace inkwell::users
