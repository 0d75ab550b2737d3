#include <algorithm>
#include <stdexcept>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/session_cookie.h"
#include "inkwell/text.h"
#include "members/member_store.h"
#include "routes.h"
#include "user_input.h"
#include "user_view.h"

namespace inkwell::users {

namespace {

constexpr std::chrono::hours kDay{24};

/// The routes of people's sessions; they share what the plugin is made of.
class SessionRoutes {
public:
    SessionRoutes(Services& services, AccountService& accounts, MemberService& members, const Settings& settings)
        : services_(services), accounts_(accounts), members_(members), settings_(settings) {}

    Response signIn(const Request& request) const {
        const CookieKind kind = cookieKind(request);
        const std::string token = accounts_.signIn(parseSignIn(request.json()), signInPlace(request));
        const std::optional<AccountRecord> account = accounts_.findByToken(token);
        if (!account) throw ApiError::conflict("the account was removed meanwhile");
        Response response = about(account->id);
        response.headers.emplace_back("Set-Cookie", sessionCookie(kind, token, kDay * settings_.tokenDays));
        return response;
    }

    Response show(const Request& request) const { return about(request.access().userId()); }

    Response signOut(const Request& request) const {
        accounts_.signOut(bearerToken(request.header("Authorization").value_or("")));
        Response response = Response::message("user '" + request.access().userId() + "' was signed out");
        const auto kind = sessionCookieKind(services_.server().baseUrl, request.clientAddress());
        if (kind) response.headers.emplace_back("Set-Cookie", sessionCookie(*kind, "", {}));
        return response;
    }

    Response list(const Request& request) const {
        const std::string current = tokenDigest(bearerToken(request.header("Authorization").value_or("")));
        JsonArray sessions;
        for (const SessionRecord& session : accounts_.sessions(request.access().userId()))
            sessions.push_back(renderSession(session, session.digest == current));
        const auto total = sessions.size();
        return Response::ok({{"sessions", std::move(sessions)}, {"total", total}});
    }

    Response end(const Request& request) const {
        const std::string& id = request.path("id");
        accounts_.endSession(request.access().userId(), id);
        return Response::message("session '" + id + "' was ended");
    }

private:
    CookieKind cookieKind(const Request& request) const {
        const auto kind = sessionCookieKind(services_.server().baseUrl, request.clientAddress());
        if (kind) return *kind;
        throw ApiError::forbidden(
            "browsers sign in over https only; the operator sets 'http.base_url' or 'http.tls_certificate'");
    }

    // No cache on the way keeps who somebody is.
    Response about(const std::string& userId) const {
        Response response = Response::ok(
            {{"user", renderOwner(accounts_.get(userId))}, {"buckets", renderBuckets(members_.membershipsOf(userId))}});
        response.headers.emplace_back("Cache-Control", "no-store");
        return response;
    }

    JsonArray renderBuckets(const std::vector<BucketMembership>& memberships) const {
        auto* directory = services_.find<BucketDirectory>();
        JsonArray buckets;
        for (const BucketMembership& part : memberships) {
            const auto bucket = directory != nullptr ? directory->findById(part.bucketId) : nullptr;
            if (bucket) buckets.push_back(renderBucketOf(*bucket, part.membership));
        }
        return buckets;
    }

    Services& services_;
    AccountService& accounts_;
    MemberService& members_;
    const Settings& settings_;
};

}  // namespace

SignInPlace signInPlace(const Request& request) {
    std::string client = request.header("User-Agent").value_or("");
    std::replace_if(
        client.begin(), client.end(), [](unsigned char c) { return c < 0x20 || c > 0x7E; }, '?');
    return {request.clientAddress(), std::move(client)};
}

void addSessionRoutes(Registrar& registrar, AccountService& accounts, MemberService& members,
                      const Settings& settings) {
    const auto routes = std::make_shared<const SessionRoutes>(registrar.services(), accounts, members, settings);
    const auto calling = [&routes](Response (SessionRoutes::*handler)(const Request&) const) {
        return [routes, handler](const Request& request) { return (*routes.*handler)(request); };
    };
    registrar.post("/v2/session", Auth::Public, calling(&SessionRoutes::signIn),
                   {.body = BodyKind::Json,
                    .description = {.summary = "Sign a browser in: the answer sets a cookie that scripts cannot read",
                                    .body = "SignIn",
                                    .answer = "SessionAnswer",
                                    .others = {{401, ""}, {403, ""}}}});
    registrar.get(
        "/v2/session", Auth::UserToken, calling(&SessionRoutes::show),
        {.description = {.summary = "Who is signed in, and their part in each bucket", .answer = "SessionAnswer"}});
    registrar.del("/v2/session", Auth::UserToken, calling(&SessionRoutes::signOut),
                  {.description = {.summary = "Sign the browser out: its cookie and token end", .answer = "Message"}});
    registrar.get("/v2/user/sessions", Auth::UserToken, calling(&SessionRoutes::list),
                  {.description = {.summary = "Where the token's owner is signed in", .answer = "SessionList"}});
    registrar.del("/v2/user/sessions/{id}", Auth::UserToken, calling(&SessionRoutes::end),
                  {.description = {.summary = "End one session of the token's owner", .answer = "Message"}});
}

}  // namespace inkwell::users
