#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "accounts/account_store.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"

namespace inkwell::users {

/// How a member was added to a bucket.
struct Admission {
    bool accepted = true;             // false: not yet accepted by the user, so the profile stays hidden
    std::string givenFirstName = {};  // as the person who added them wrote it
    std::string givenLastName = {};
    std::string givenEmail = {};
};

/// An account and its membership in one bucket.
struct Member {
    AccountRecord account;
    Membership membership;
    Admission admission;
};

/// What a user may do in one of their buckets.
struct BucketMembership {
    std::string bucketId;
    Membership membership;
};

/// The admins of a bucket.
struct BucketAdmins {
    std::vector<std::string> able;  // who have accepted and can sign in
    bool hasOthers = false;         // who have not, or cannot
};

/// Whether the bucket would have nobody to manage it without this user.
bool isLastAdmin(const BucketAdmins& admins, const std::string& userId);

/// The SQL of the table `users_roles`. Every method joins the caller's unit of work. Any thread. Throws DatabaseError.
class MemberStore {
public:
    explicit MemberStore(Services& services) : services_(services) {}

    std::optional<Membership> findMembership(const std::string& bucketId, const std::string& userId);
    std::optional<Member> find(const std::string& bucketId, const std::string& userId);
    /// Those of the users, at least one and up to 16,384, who are members.
    std::vector<Member> findAll(const std::string& bucketId, std::span<const std::string> userIds);
    /// The members of a bucket, oldest account first.
    std::vector<Member> list(const std::string& bucketId);
    std::vector<std::string> bucketsOf(const std::string& userId);
    std::vector<std::string> acceptedBucketsOf(const std::string& userId);
    /// The same buckets, oldest first, with what the user may do there.
    std::vector<BucketMembership> membershipsOf(const std::string& userId);
    /// Locks the roles of the admins of a bucket until the caller's write ends. Returns their ids.
    std::vector<std::string> lockAdmins(const std::string& bucketId);
    /// Locks them, too. Those of them who can do something: who have accepted the role, and have a password.
    BucketAdmins adminsForUpdate(const std::string& bucketId);

    /// Throws DatabaseError::Duplicate when the user is a member already.
    void insert(const std::string& bucketId, const std::string& userId, const Membership& membership,
                const Admission& admission);
    void accept(const std::string& bucketId, const std::string& userId);
    void update(const std::string& bucketId, const std::string& userId, const Membership& membership);
    void remove(const std::string& bucketId, const std::string& userId);
    /// From all buckets.
    void removeUser(const std::string& userId);
    void removeOfBucket(const std::string& bucketId);

private:
    Services& services_;
};

}  // namespace inkwell::users
