#include "members/member_service.h"

#include <algorithm>

#include "accounts/account_service.h"
#include "inkwell/error.h"
#include "inkwell/object_catalog.h"
#include "members/member_detail.h"
#include "members/member_rules.h"
#include "user_view.h"

namespace inkwell::users {

namespace {

constexpr std::int64_t kDayMs = 24 * 60 * 60'000;
constexpr int kRetryAdditionSeconds = 3600;

void refuseLastAdmin(const BucketAdmins& admins, const Bucket& bucket, const std::string& userId) {
    if (!isLastAdmin(admins, userId)) return;
    throw ApiError::conflict("user '" + userId + "' is the last admin of bucket '" + bucket.slug +
                             (admins.hasOthers
                                  ? "' who has accepted the role and can sign in; another admin must do so first"
                                  : "'; make another user an admin first"));
}

}  // namespace

MemberService::MemberService(Services& services, AccountStore& accounts, MemberStore& members, InvitationMailer& mailer,
                             const Settings& settings)
    : services_(services), accounts_(accounts), members_(members), mailer_(mailer), settings_(settings) {}

std::vector<Member> MemberService::list(const Bucket& bucket) { return members_.list(bucket.id); }

Member MemberService::get(const Bucket& bucket, const std::string& userId) {
    auto member = members_.find(bucket.id, userId);
    if (!member) throw ApiError::notFound("user", userId);
    return *member;
}

// Whoever was removed, or lost the role, while the request was under way would give it back to themself. Every change
// of roles locks the admins first: what is read after that is what the last one has left.
Access MemberService::callerNow(const Bucket& bucket, const Access& access) {
    if (access.userId().empty()) return access;  // the operator
    const std::optional<Membership> membership = members_.findMembership(bucket.id, access.userId());
    if (!membership) throw ApiError::notFound("bucket", bucket.slug);
    Access now = Access::user(access.userId(), membership);
    if (!now.hasPermission("users")) {
        throw ApiError::forbidden("user '" + access.userId() + "' may not change the users of bucket '" + bucket.slug +
                                  "' any more");
    }
    return now;
}

MemberService::Added MemberService::add(const Bucket& bucket, const NewMember& input, const Access& access) {
    return services_.database().write([&](Sql&) {
        members_.lockAdmins(bucket.id);  // as whoever deletes or renames one of the types does
        const Access caller = callerNow(bucket, access);
        const Membership membership = applied(input.role, {});
        requireMayGrant(caller, nullptr, membership);
        refuseProblems(bucket, input.role, nullptr, "the user cannot be added");
        const bool trusted = isServerAdmin(access);
        if (!trusted) countAddition(access);
        Added added = findOrAddAccount(input, access.actor());
        const Admission admission{added.accountIsNew || trusted, input.firstName, input.lastName, input.email};
        insert(bucket.id, bucket.slug, added.userId, membership, admission, access.actor());
        return added;
    });
}

void MemberService::edit(const Bucket& bucket, const std::string& userId, const RoleEdit& edit, const Access& access) {
    services_.database().write([&](Sql&) {
        // Locks them first, so that changes of one bucket's roles wait for each other.
        const auto admins = members_.adminsForUpdate(bucket.id);
        const Access caller = callerNow(bucket, access);
        const Member member = get(bucket, userId);
        const Membership membership = applied(edit, member.membership);
        requireMayChange(caller, member);
        requireMayGrant(caller, &member.membership, membership);
        refuseProblems(bucket, edit, &member.membership, "the user cannot be edited");
        if (edit.role != Role::Admin) refuseLastAdmin(admins, bucket, userId);
        members_.update(bucket.id, userId, membership);
        publishUserChanged(services_, bucket.id, userId, "edited", access.actor(),
                           changedDetail(member.membership, membership));
    });
}

void MemberService::remove(const Bucket& bucket, const std::string& userId, const Access& access) {
    services_.database().write([&](Sql&) {
        const auto admins = members_.adminsForUpdate(bucket.id);
        requireMayChange(callerNow(bucket, access), get(bucket, userId));
        refuseLastAdmin(admins, bucket, userId);
        members_.remove(bucket.id, userId);
        publishUserChanged(services_, bucket.id, userId, "deleted", access.actor());
    });
}

void MemberService::accept(const Bucket& bucket, const std::string& userId) {
    services_.database().write([&](Sql&) {
        if (get(bucket, userId).admission.accepted) return;
        members_.accept(bucket.id, userId);
        publishUserChanged(services_, bucket.id, userId, "edited", userId, "accepted");
    });
}

void MemberService::leave(const Bucket& bucket, const std::string& userId) {
    services_.database().write([&](Sql&) {
        const auto admins = members_.adminsForUpdate(bucket.id);
        get(bucket, userId);
        refuseLastAdmin(admins, bucket, userId);
        members_.remove(bucket.id, userId);
        publishUserChanged(services_, bucket.id, userId, "deleted", userId);
    });
}

People MemberService::findMembers(const std::string& bucketId, std::span<const std::string> userIds) {
    People people;
    if (userIds.empty()) return people;
    for (const Member& member : members_.findAll(bucketId, userIds)) {
        const AccountRecord shown = shownAccount(member);
        Person person{shown.id, shown.firstName, shown.lastName, std::string(textOf(shown.profile, "avatar_url"))};
        people.emplace(shown.id, std::move(person));
    }
    return people;
}

std::optional<Membership> MemberService::findMembership(const std::string& userId, const std::string& bucketId) {
    return members_.findMembership(bucketId, userId);
}

std::vector<std::string> MemberService::bucketsOf(const std::string& userId) { return members_.bucketsOf(userId); }

std::vector<std::string> MemberService::acceptedBucketsOf(const std::string& userId) {
    return members_.acceptedBucketsOf(userId);
}

std::vector<BucketMembership> MemberService::membershipsOf(const std::string& userId) {
    return members_.membershipsOf(userId);
}

void MemberService::addAdmin(const std::string& userId, const std::string& bucketId) {
    Membership admin;
    admin.role = Role::Admin;
    services_.database().write([&](Sql&) {
        if (!accounts_.findForUpdate(userId)) throw ApiError::notFound("user", userId);
        insert(bucketId, bucketId, userId, admin, {}, userId);
    });
}

void MemberService::setRole(const std::string& email, const Bucket& bucket, Role role) {
    const std::string actor = Access::system().actor();
    services_.database().write([&](Sql&) {
        const BucketAdmins admins = members_.adminsForUpdate(bucket.id);
        const std::optional<AccountRecord> account = findForUpdate(email);
        if (!account) throw ApiError::notFound("user", email);
        const std::optional<Member> member = members_.find(bucket.id, account->id);
        Membership membership = member ? member->membership : Membership();
        membership.role = role;
        membership.draftOnly = false;
        if (role == Role::Contributor && membership.objectTypes.empty()) {
            throw ApiError::badRequest("a contributor writes objects of the types named in 'object_types', and '" +
                                       email + "' has none: an admin gives them with the role, in the dashboard");
        }
        if (!member) return insert(bucket.id, bucket.slug, account->id, membership, {}, actor);
        if (role != Role::Admin) refuseLastAdmin(admins, bucket, account->id);
        members_.update(bucket.id, account->id, membership);
        members_.accept(bucket.id, account->id);
        publishUserChanged(services_, bucket.id, account->id, "edited", actor,
                           changedDetail(member->membership, membership));
    });
}

void MemberService::removeOfBucket(const std::string& bucketId) { members_.removeOfBucket(bucketId); }

void MemberService::renameObjectType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql&) {
        members_.lockAdmins(bucketId);  // as every edit does: what is read here is written back whole
        for (Member& member : members_.list(bucketId)) {
            auto& types = member.membership.objectTypes;
            if (std::find(types.begin(), types.end(), from) == types.end()) continue;
            std::replace(types.begin(), types.end(), from, to);
            members_.update(bucketId, member.account.id, member.membership);
        }
    });
}

void MemberService::forgetObjectType(const std::string& bucketId, const std::string& slug) {
    services_.database().write([&](Sql&) {
        members_.lockAdmins(bucketId);
        for (Member& member : members_.list(bucketId)) {
            if (std::erase(member.membership.objectTypes, slug) == 0) continue;
            members_.update(bucketId, member.account.id, member.membership);
        }
    });
}

bool MemberService::isServerAdmin(const Access& access) {
    if (access.userId().empty()) return true;  // the operator
    const auto caller = accounts_.find(access.userId());
    return caller && caller->serverAdmin;
}

// Anybody may have a bucket: without a limit they could fill the server with accounts, and others' mailboxes.
void MemberService::countAddition(const Access& access) {
    accounts_.findForUpdate(access.userId());  // those that they add at the same time are counted one after the other
    const std::int64_t nowMs = services_.clock().nowMs();
    if (accounts_.countAdditions(access.userId(), nowMs - kDayMs) >= settings_.additionsPerDay) {
        throw ApiError::tooManyRequests("user '" + access.userId() + "' has added " +
                                            std::to_string(settings_.additionsPerDay) +
                                            " users within a day, which is the limit; try again later",
                                        kRetryAdditionSeconds);
    }
    accounts_.insertAddition(services_.ids().next(), access.userId(), nowMs);
}

MemberService::Added MemberService::findOrAddAccount(const NewMember& input, const std::string& actor) {
    if (auto known = findForUpdate(input.email)) return {known->id, false, false};
    AccountRecord account;
    account.id = services_.ids().next();
    account.email = input.email;
    account.firstName = input.firstName;
    account.lastName = input.lastName;
    account.createdAtMs = services_.clock().nowMs();
    try {
        accounts_.insert(account);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        // Somebody else added it after we looked.
        auto known = findForUpdate(input.email);
        if (!known) throw;
        return {known->id, false, false};
    }
    publishUserChanged(services_, "", account.id, "created", actor);
    return {account.id, true, mailer_.queue(account.id)};
}

// Locked, so that no role is given to an account that is removed at the same time. ApiError 409 for an address that
// is not proven.
std::optional<AccountRecord> MemberService::findForUpdate(const std::string& email) {
    auto known = accounts_.findByEmail(email);
    if (known) known = accounts_.findForUpdate(known->id);
    // Or anybody could take an address that is about to be given a role.
    if (known && !known->emailProven)
        throw ApiError::conflict("an account took the e-mail address '" + email +
                                 "' and has not proven that it is theirs; the operator sends whoever reads it an "
                                 "invitation with: inkwell user invite " +
                                 email);
    return known;
}

void MemberService::insert(const std::string& bucketId, const std::string& bucketName, const std::string& userId,
                           const Membership& membership, const Admission& admission, const std::string& actor) {
    try {
        members_.insert(bucketId, userId, membership, admission);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        throw ApiError::conflict("user '" + userId + "' already has a role in bucket '" + bucketName + "'");
    }
    publishUserChanged(services_, bucketId, userId, "created", actor, grantedDetail(membership));
}

void MemberService::refuseProblems(const Bucket& bucket, const RoleEdit& edit, const Membership* before,
                                   const char* refusal) {
    Problems problems = edit.problems;
    // Whoever had types that are deleted has none left, and what was read may be sent back.
    const bool hadNone = before != nullptr && before->role == Role::Contributor && before->objectTypes.empty();
    if (edit.isContributorOfNothing && !hadNone) problems.add("object_types", kTypesAreRequired);
    if (auto* catalog = services_.find<ObjectCatalog>(); catalog && edit.objectTypes && !edit.objectTypes->empty()) {
        const auto existing = catalog->existingTypes(bucket, *edit.objectTypes);
        for (std::size_t i = 0; i < edit.objectTypes->size(); ++i) {
            const std::string& type = (*edit.objectTypes)[i];
            if (std::find(existing.begin(), existing.end(), type) == existing.end())
                problems.add("object_types[" + std::to_string(i) + "]",
                             "there is no object type '" + type + "' in bucket '" + bucket.slug + "'");
        }
    }
    problems.throwIfAny(refusal);
}

}  // namespace inkwell::users
