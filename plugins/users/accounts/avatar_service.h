#pragma once

#include <optional>
#include <string>

#include "accounts/account_store.h"
#include "accounts/avatar_store.h"

namespace inkwell::users {

/// Use cases of the pictures of people (interface/users-and-roles.md, "Avatars"). Any thread, only after start().
/// Throws ApiError for the client.
class AvatarService {
public:
    static constexpr std::int64_t kMaxUploadBytes = 5 * 1024 * 1024;

    /// The arguments must outlive it.
    AvatarService(Services& services, AccountStore& accounts)
        : services_(services), accounts_(accounts), store_(services) {}

    /// Makes the picture from any image and names its address in the profile. Throws 422 for what is no image, 503
    /// while images are off.
    AccountRecord set(const std::string& userId, const std::string& upload);
    /// The profile's address stays if it is another one.
    AccountRecord remove(const std::string& userId);
    std::optional<Avatar> find(const std::string& userId) { return store_.find(userId); }

private:
    std::string addressOf(const std::string& userId);
    AccountRecord change(const std::string& userId, const std::optional<Avatar>& avatar);

    Services& services_;
    AccountStore& accounts_;
    AvatarStore store_;
};

}  // namespace inkwell::users
