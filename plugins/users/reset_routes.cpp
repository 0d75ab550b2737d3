#include "routes.h"
#include "user_input.h"

namespace inkwell::users {

namespace {

Response ask(PasswordResets& resets, const Request& request) {
    resets.ask(parseResetRequest(request.json()), request.clientAddress());
    Response response = Response::message("if there is an account with this e-mail address, a mail is on its way");
    response.status = 202;
    return response;
}

Response accept(AccountService& accounts, const Request& request) {
    const std::string password = parseNewPassword(request.json());
    const std::string userId = accounts.acceptReset(request.path("token"), password, request.clientAddress());
    return Response::message("the password of user '" + userId + "' was set; it is signed out everywhere");
}

}  // namespace

void addResetRoutes(Registrar& registrar, AccountService& accounts, PasswordResets& resets) {
    const std::string all = "/v2/user/password-resets";
    registrar.post(all, Auth::Public, [&resets](const Request& request) { return ask(resets, request); },
                   {.body = BodyKind::Json,
                    .description = {.summary = "Ask for a mail with which to set a new password",
                                    .body = "PasswordResetRequest",
                                    .others = {{202, "Message"}}}});
    registrar.post(
        all + "/{token}", Auth::Public, [&accounts](const Request& request) { return accept(accounts, request); },
        {.body = BodyKind::Json,
         .description = {
             .summary = "Set a new password in place of a forgotten one", .body = "NewPassword", .answer = "Message"}});
}

}  // namespace inkwell::users
