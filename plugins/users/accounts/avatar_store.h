#pragma once

#include <optional>
#include <string>

#include "inkwell/services.h"

namespace inkwell::users {

/// The picture of a person, a JPEG (table `users_avatars`).
struct Avatar {
    std::string digest;  // lower-case hex of the bytes
    std::string bytes;
};

/// The SQL of pictures of people. Every method joins the caller's unit of work; AccountStore removes a picture with its
/// account. Any thread. Throws DatabaseError.
class AvatarStore {
public:
    explicit AvatarStore(Services& services) : services_(services) {}

    std::optional<Avatar> find(const std::string& userId);
    void put(const std::string& userId, const Avatar& avatar);
    void remove(const std::string& userId);

private:
    Services& services_;
};

}  // namespace inkwell::users
