#pragma once

#include "accounts/account_store.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "members/member_store.h"

namespace inkwell::users {

/// The user in a response (interface/users-and-roles.md, "Accounts").
JsonObject renderUser(const AccountRecord& account);
/// The user as its owner sees it: with `server_admin`.
JsonObject renderOwner(const AccountRecord& account);
/// A bucket of the caller's, with what they may do in it (interface/users-and-roles.md, "Browsers").
JsonObject renderBucketOf(const Bucket& bucket, const Membership& membership);
/// `isCurrent`: the one that the request came with.
JsonObject renderSession(const SessionRecord& session, bool isCurrent);
/// What others are shown of a member's account: until the user accepts, the names given when they were added.
AccountRecord shownAccount(const Member& member);
/// The user and the membership: role, publishing_restrictions, additional_permissions, object_types, accepted
/// (interface/users-and-roles.md, "Users of a bucket").
JsonObject renderMember(const Member& member);

/// As administrators of the server see it.
JsonObject renderAccountEntry(const AccountEntry& entry);

}  // namespace inkwell::users
