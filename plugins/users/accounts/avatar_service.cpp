#include "accounts/avatar_service.h"

#include "accounts/account_service.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/picture_maker.h"

namespace inkwell::users {

namespace {

constexpr int kSidePx = 256;
constexpr int kRetryAfterSeconds = 30;
constexpr const char* kAddress = "avatar_url";

}  // namespace

AccountRecord AvatarService::set(const std::string& userId, const std::string& upload) {
    if (upload.empty()) throw ApiError::badRequest("the body is empty; send the bytes of an image");
    auto* pictures = services_.find<PictureMaker>();
    if (pictures == nullptr) throw ApiError::unavailable("images are disabled", kRetryAfterSeconds);
    const std::string bytes = pictures->square(upload, kSidePx);
    return change(userId, Avatar{toHex(sha256(bytes)), bytes});
}

AccountRecord AvatarService::remove(const std::string& userId) { return change(userId, std::nullopt); }

std::string AvatarService::addressOf(const std::string& userId) {
    return services_.server().baseUrl + "/v2/users/" + userId + "/avatar";
}

AccountRecord AvatarService::change(const std::string& userId, const std::optional<Avatar>& avatar) {
    return services_.database().write([&](Sql&) {
        std::optional<AccountRecord> account = accounts_.findForUpdate(userId);
        if (!account) throw ApiError::unauthorized("the account of this token does not exist any more");
        if (avatar) {
            store_.put(userId, *avatar);
            account->profile[kAddress] = addressOf(userId);
        } else {
            store_.remove(userId);
            if (textOf(account->profile, kAddress) == addressOf(userId)) account->profile[kAddress] = "";
        }
        accounts_.updateProfile(*account);
        publishUserChanged(services_, "", userId, "edited", userId);
        return *account;
    });
}

}  // namespace inkwell::users
