#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>

#include "accounts/avatar_service.h"
#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "members/member_service.h"
#include "routes.h"
#include "user_view.h"

namespace inkwell::users {

namespace {

Response put(AvatarService& avatars, const Request& request) {
    std::istream& body = request.body();
    const std::string upload{std::istreambuf_iterator<char>(body), std::istreambuf_iterator<char>()};
    return Response::ok({{"user", renderOwner(avatars.set(request.access().userId(), upload))}});
}

Response remove(AvatarService& avatars, const Request& request) {
    return Response::ok({{"user", renderOwner(avatars.remove(request.access().userId()))}});
}

/// Whoever was added to a bucket and has not accepted shows no profile to its members (security.md).
bool showsProfileTo(const std::string& viewer, const std::string& userId, AccountStore& accounts,
                    MemberService& members) {
    if (viewer == userId) return true;
    if (const auto account = accounts.find(viewer); account && account->serverAdmin) return true;
    const std::vector<std::string> theirs = members.acceptedBucketsOf(userId);
    const std::vector<std::string> own = members.bucketsOf(viewer);
    return std::ranges::any_of(theirs, [&](const std::string& id) { return std::ranges::find(own, id) != own.end(); });
}

// The picture may change.
Response show(AvatarService& avatars, AccountStore& accounts, MemberService& members, const Request& request) {
    const std::string& id = request.path("id");
    std::optional<Avatar> avatar = avatars.find(id);
    if (!avatar || !showsProfileTo(request.access().userId(), id, accounts, members)) {
        throw ApiError::notFound("avatar of user", id);
    }
    const std::string tag = '"' + avatar->digest + '"';
    Response response{200, nullptr, {{"ETag", tag}, {"Cache-Control", "private, no-cache"}}};
    if (namesTag(request.header("If-None-Match").value_or(""), tag)) {
        response.status = 304;
        return response;
    }
    const auto length = static_cast<std::int64_t>(avatar->bytes.size());
    response.stream = StreamBody{"image/jpeg", length, std::make_shared<std::istringstream>(std::move(avatar->bytes))};
    return response;
}

}  // namespace

void addAvatarRoutes(Registrar& registrar, AccountStore& accounts, MemberService& members) {
    const auto avatars = std::make_shared<AvatarService>(registrar.services(), accounts);
    registrar.put("/v2/user/avatar", Auth::UserToken,
                  [avatars](const Request& request) { return put(*avatars, request); },
                  {.body = BodyKind::Stream,
                   .maxBodyBytes = AvatarService::kMaxUploadBytes,
                   .costly = true,
                   .description = {.summary = "Set the picture of the token's owner",
                                   .body = "AvatarUpload",
                                   .answer = "UserAnswer",
                                   .others = {{422, ""}}}});
    registrar.del("/v2/user/avatar", Auth::UserToken,
                  [avatars](const Request& request) { return remove(*avatars, request); },
                  {.description = {.summary = "Remove the picture of the token's owner", .answer = "UserAnswer"}});
    registrar.get(
        "/v2/users/{id}/avatar", Auth::UserToken,
        [avatars, &accounts, &members](const Request& request) { return show(*avatars, accounts, members, request); },
        {.description = {
             .summary = "The picture of a person", .answer = "AvatarPicture", .others = {{304, "AvatarNotModified"}}}});
}

}  // namespace inkwell::users
