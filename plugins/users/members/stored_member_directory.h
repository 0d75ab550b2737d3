#pragma once

#include "inkwell/member_directory.h"
#include "members/member_store.h"

namespace inkwell::users {

/// The plugin's MemberDirectory. Of who has not accepted yet it tells the names that they were added with, as the
/// bucket's list of users does. Any thread.
class StoredMemberDirectory : public MemberDirectory {
public:
    /// The store must outlive it.
    explicit StoredMemberDirectory(MemberStore& members) : members_(members) {}

    People findMembers(const std::string& bucketId, std::span<const std::string> userIds) override;

private:
    MemberStore& members_;
};

}  // namespace inkwell::users
