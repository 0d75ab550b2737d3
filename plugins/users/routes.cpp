#include "routes.h"

#include "openapi.h"
#include "user_input.h"
#include "user_view.h"

namespace inkwell::users {

namespace {

std::string quoted(const std::string& text) { return "'" + text + "'"; }

Response signIn(AccountService& accounts, const Request& request) {
    return Response::ok({{"token", accounts.signIn(parseSignIn(request.json()), signInPlace(request))}});
}

Response signOut(AccountService& accounts, const Request& request) {
    accounts.signOut(bearerToken(request.header("Authorization").value_or("")));
    return Response::message("user " + quoted(request.access().userId()) + " was signed out");
}

Response acceptInvitation(AccountService& accounts, const Request& request) {
    const std::string password = parseNewPassword(request.json());
    const std::string userId = accounts.acceptInvitation(request.path("token"), password, request.clientAddress());
    return Response::message("the password of user " + quoted(userId) + " was set");
}

Response getOwner(AccountService& accounts, const Request& request) {
    return Response::ok({{"user", renderOwner(accounts.get(request.access().userId()))}});
}

Response editOwner(AccountService& accounts, const Request& request) {
    const OwnerEdit edit = parseOwnerEdit(request.json());
    return Response::ok(
        {{"user", renderOwner(accounts.edit(request.access().userId(), edit, request.clientAddress()))}});
}

Response listMembers(MemberService& members, const Request& request) {
    JsonArray users;
    for (const Member& member : members.list(request.bucket())) users.push_back(renderMember(member));
    auto total = users.size();
    return Response::ok({{"users", std::move(users)}, {"total", total}});
}

Response getMember(MemberService& members, const Request& request) {
    return Response::ok({{"user", renderMember(members.get(request.bucket(), request.path("id")))}});
}

Response addMember(MemberService& members, const Request& request) {
    NewMember input = parseNewMember(request.json());
    auto added = members.add(request.bucket(), input, request.access());
    std::string text = "user " + quoted(added.userId) + " was added to bucket " + quoted(request.bucket().slug);
    if (added.accountIsNew)
        text += added.isMailed ? "; the account is new: its invitation is mailed to " + input.email
                               : "; the account is new: the operator prints its invitation with: inkwell user invite " +
                                     input.email;
    return Response::message(text);
}

Response editMember(MemberService& members, const Request& request) {
    const std::string& id = request.path("id");
    members.edit(request.bucket(), id, parseRoleEdit(request.json()), request.access());
    return Response::message("user " + quoted(id) + " was edited in bucket " + quoted(request.bucket().slug));
}

Response removeMember(MemberService& members, const Request& request) {
    const std::string& id = request.path("id");
    members.remove(request.bucket(), id, request.access());
    return Response::message("user " + quoted(id) + " was removed from bucket " + quoted(request.bucket().slug));
}

Response getMembership(MemberService& members, const Request& request) {
    return Response::ok({{"user", renderMember(members.get(request.bucket(), request.access().userId()))}});
}

Response acceptMembership(MemberService& members, const Request& request) {
    members.accept(request.bucket(), request.access().userId());
    return getMembership(members, request);
}

Response endMembership(MemberService& members, const Request& request) {
    members.leave(request.bucket(), request.access().userId());
    return Response::message("user " + quoted(request.access().userId()) + " left bucket " +
                             quoted(request.bucket().slug));
}

template <class Service>
Handler calling(Service& service, Response (*handler)(Service&, const Request&)) {
    return [&service, handler](const Request& request) { return handler(service, request); };
}

void addAccountRoutes(Registrar& registrar, AccountService& accounts) {
    registrar.post("/v2/authenticate", Auth::Public, calling(accounts, signIn),
                   {.body = BodyKind::Json,
                    .description = {.summary = "Sign in", .body = "SignIn", .answer = "Token", .others = {{401, ""}}}});
    registrar.del("/v2/authenticate", Auth::UserToken, calling(accounts, signOut),
                  {.description = {.summary = "Sign out: the token ends", .answer = "Message"}});
    registrar.post(
        "/v2/invitations/{token}", Auth::Public, calling(accounts, acceptInvitation),
        {.body = BodyKind::Json,
         .description = {.summary = "Set the password of a new account", .body = "NewPassword", .answer = "Message"}});
    registrar.get("/v2/user", Auth::UserToken, calling(accounts, getOwner),
                  {.description = {.summary = "The token's owner", .answer = "UserAnswer"}});
    registrar.patch("/v2/user", Auth::UserToken, calling(accounts, editOwner),
                    {.body = BodyKind::Json,
                     .description = {.summary = "Edit the token's owner", .body = "UserEdit", .answer = "UserAnswer"}});
}

void addMemberRoutes(Registrar& registrar, MemberService& members) {
    const auto described = [](RouteDescription description) {
        const bool hasBody = *description.body != '\0';
        return RouteOptions{.body = hasBody ? BodyKind::Json : BodyKind::None,
                            .permission = "users",
                            .description = std::move(description)};
    };
    const std::string users = "/v2/buckets/{bucket_slug}/users";
    const std::string user = users + "/{id}";
    registrar.get(users, Auth::BucketAdmin, calling(members, listMembers),
                  described({.summary = "List the users of a bucket", .answer = "MemberList"}));
    registrar.post(users, Auth::BucketAdmin, calling(members, addMember),
                   described({.summary = "Add a user to a bucket", .body = "MemberCreation", .answer = "Message"}));
    registrar.get(user, Auth::BucketAdmin, calling(members, getMember),
                  described({.summary = "A user of a bucket", .answer = "MemberAnswer"}));
    registrar.patch(user, Auth::BucketAdmin, calling(members, editMember),
                    described({.summary = "Edit the role of a user", .body = "MemberEdit", .answer = "Message"}));
    registrar.del(user, Auth::BucketAdmin, calling(members, removeMember),
                  described({.summary = "Remove a user from a bucket", .answer = "Message"}));
}

void addMembershipRoutes(Registrar& registrar, MemberService& members) {
    const std::string membership = "/v2/buckets/{bucket_slug}/membership";
    registrar.get(membership, Auth::UserToken, calling(members, getMembership),
                  {.description = {.summary = "The token owner's part in a bucket", .answer = "MemberAnswer"}});
    registrar.post(membership, Auth::UserToken, calling(members, acceptMembership),
                   {.description = {.summary = "Accept the part in a bucket: its admins then see the profile",
                                    .answer = "MemberAnswer"}});
    registrar.del(membership, Auth::UserToken, calling(members, endMembership),
                  {.description = {.summary = "Leave a bucket", .answer = "Message"}});
}

}  // namespace

void addRoutes(Registrar& registrar, AccountService& accounts, MemberService& members, OperatorAccounts& admin,
               const Settings& settings) {
    registrar.openApi(kOpenApi);
    addAccountRoutes(registrar, accounts);
    addMemberRoutes(registrar, members);
    addMembershipRoutes(registrar, members);
    addSessionRoutes(registrar, accounts, members, settings);
    addServerRoutes(registrar, accounts);
    addServerAccountRoutes(registrar, accounts, admin);
}

}  // namespace inkwell::users
