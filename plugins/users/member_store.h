#pragma once

#include <optional>
#include <string>
#include <vector>

#include "account_store.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"

namespace inkwell::users {

/// An account with its part in one bucket.
struct Member {
    AccountRecord account;
    Membership membership;
};

/// All SQL of the table `users_roles`; every method joins the caller's unit of work. Any thread. Throws DatabaseError.
class MemberStore {
public:
    explicit MemberStore(Services& services) : services_(services) {}

    std::optional<Membership> findMembership(const std::string& bucketId, const std::string& userId);
    std::optional<Member> find(const std::string& bucketId, const std::string& userId);
    /// The members of a bucket, oldest account first.
    std::vector<Member> list(const std::string& bucketId);
    std::vector<std::string> bucketsOf(const std::string& userId);
    /// The admins of a bucket; their roles stay as they are until the caller's write ends.
    std::vector<std::string> adminsForUpdate(const std::string& bucketId);

    /// DatabaseError::Duplicate when the user is a member already.
    void insert(const std::string& bucketId, const std::string& userId, const Membership& membership);
    void update(const std::string& bucketId, const std::string& userId, const Membership& membership);
    void remove(const std::string& bucketId, const std::string& userId);
    /// From all buckets.
    void removeUser(const std::string& userId);
    void removeBucket(const std::string& bucketId);

private:
    Services& services_;
};

/// The specification's names of the roles: "admin", "developer", "editor", "contributor".
std::string_view roleName(Role role);
/// Nothing for any other text.
std::optional<Role> parseRole(std::string_view name);

}  // namespace inkwell::users
