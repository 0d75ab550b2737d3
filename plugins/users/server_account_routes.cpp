#include "email.h"
#include "inkwell/error.h"
#include "inkwell/request_params.h"
#include "inkwell/text.h"
#include "routes.h"
#include "user_view.h"

namespace inkwell::users {

namespace {

constexpr const char* kNotInvited = "nobody was invited";
const std::string kAccounts = "/v2/server/accounts";

struct Asked {
    std::string email;
    std::string password;  // of whoever asks
    AccountRecord by = {};
};

Asked parseAsked(const JsonObject& body, bool isNew, const char* refusal) {
    Problems problems;
    JsonReader reader(body, "", problems);
    Asked asked;
    if (isNew) asked.email = reader.requiredText("email", kMaxEmailBytes).value_or("");
    asked.password = reader.requiredText("password", kMaxPasswordBytes).value_or("");
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny(refusal);
    return asked;
}

// Where the mail has gone out, the link stays between it and its reader.
JsonObject renderInvitation(const AccountAdmin::Invitation& invitation) {
    const std::string& address = invitation.address.empty() ? invitation.dashboardPage : invitation.address;
    return {{"mailed", invitation.mailed},
            {"address", invitation.mailed ? Json() : Json(address)},
            {"problem", invitation.mailProblem.empty() ? Json() : Json(invitation.mailProblem)}};
}

/// The accounts of the server, for its administrators.
class AccountRoutes {
public:
    AccountRoutes(Services& services, AccountService& accounts, OperatorAccounts& admin)
        : services_(services), accounts_(accounts), admin_(admin) {}

    Response list(const Request& request) const {
        requireServerAdmin(accounts_, request);
        const ListParams page = parseListParams(request, services_.server().maxLimit, {});
        const std::string words = request.query("q").value_or("");
        // No address is longer, and SQLite refuses to look for very long parts.
        if (codePoints(words) > kMaxEmailBytes) {
            throw ApiError::badRequest("the parameter 'q' must have at most " + std::to_string(kMaxEmailBytes) +
                                       " characters");
        }
        const AccountPage found = accounts_.list({words, page.limit, page.skip});
        JsonArray rendered;
        for (const AccountEntry& one : found.accounts) rendered.push_back(renderAccountEntry(one));
        return Response::ok({{"accounts", std::move(rendered)}, {"total", found.total}});
    }

    // Whoever has the link of an invitation sets the account's password: a browser found signed in must not make one.
    Response add(const Request& request) const {
        const Asked asked = confirmed(request, true, kNotInvited);
        return Response::ok({{"invitation", renderInvitation(admin_.add(asked.email, asked.by))}});
    }

    Response inviteAgain(const Request& request) const {
        const Asked asked = confirmed(request, false, kNotInvited);
        return Response::ok({{"invitation", renderInvitation(admin_.inviteAgain(request.path("id"), asked.by))}});
    }

    Response remove(const Request& request) const {
        const Asked asked = confirmed(request, false, "the account was not removed");
        const Account removed = admin_.remove(request.path("id"), asked.by);
        return Response::message("account '" + removed.email + "' was removed with its sessions and roles");
    }

private:
    Asked confirmed(const Request& request, bool isNew, const char* refusal) const {
        requireServerAdmin(accounts_, request);
        Asked asked = parseAsked(request.json(), isNew, refusal);
        asked.by = accounts_.confirmPassword(request.access().userId(), asked.password, request.clientAddress());
        return asked;
    }

    Services& services_;
    AccountService& accounts_;
    OperatorAccounts& admin_;
};

}  // namespace

void requireServerAdmin(AccountService& accounts, const Request& request) {
    accounts.requireServerAdmin(request.access().userId());
}

void addServerAccountRoutes(Registrar& registrar, AccountService& accounts, OperatorAccounts& admin) {
    const auto routes = std::make_shared<const AccountRoutes>(registrar.services(), accounts, admin);
    registrar.get(kAccounts, Auth::UserToken, [routes](const Request& request) { return routes->list(request); },
                  {.description = {.summary = "The accounts of the server",
                                   .query = {"users_q", "limit", "skip"},
                                   .answer = "ServerAccountList"}});
    registrar.post(kAccounts, Auth::UserToken, [routes](const Request& request) { return routes->add(request); },
                   {.body = BodyKind::Json,
                    .costly = true,
                    .description = {.summary = "Add an account and invite its owner",
                                    .body = "ServerAccountCreation",
                                    .answer = "ServerInvitation"}});
    registrar.post(kAccounts + "/{id}/invitation", Auth::UserToken,
                   [routes](const Request& request) { return routes->inviteAgain(request); },
                   {.body = BodyKind::Json,
                    .costly = true,
                    .description = {.summary = "Invite the owner of an account anew",
                                    .body = "ServerInvitationRequest",
                                    .answer = "ServerInvitation"}});
    // A POST, because the password stands in the body.
    registrar.post(kAccounts + "/{id}/removal", Auth::UserToken,
                   [routes](const Request& request) { return routes->remove(request); },
                   {.body = BodyKind::Json,
                    .costly = true,
                    .description = {.summary = "Remove an account with its sessions and roles",
                                    .body = "ServerInvitationRequest",
                                    .answer = "Message"}});
}

}  // namespace inkwell::users
