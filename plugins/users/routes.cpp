#include "routes.h"

#include "user_input.h"
#include "user_view.h"

namespace inkwell::users {

namespace {

std::string quoted(const std::string& text) { return "'" + text + "'"; }

Response signIn(AccountService& accounts, const Request& request) {
    return Response::ok({{"token", accounts.signIn(parseSignIn(request.json()), request.clientAddress())}});
}

Response signOut(AccountService& accounts, const Request& request) {
    accounts.signOut(bearerToken(request.header("Authorization").value_or("")));
    return Response::message("user " + quoted(request.access().userId()) + " was signed out");
}

Response acceptInvitation(AccountService& accounts, const Request& request) {
    std::string userId = accounts.acceptInvitation(request.path("token"), parseNewPassword(request.json()));
    return Response::message("the password of user " + quoted(userId) + " was set");
}

Response getOwner(AccountService& accounts, const Request& request) {
    return Response::ok({{"user", renderUser(accounts.get(request.access().userId()))}});
}

Response editOwner(AccountService& accounts, const Request& request) {
    const OwnerEdit edit = parseOwnerEdit(request.json());
    return Response::ok(
        {{"user", renderUser(accounts.edit(request.access().userId(), edit, request.clientAddress()))}});
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

template <class Service>
Handler calling(Service& service, Response (*handler)(Service&, const Request&)) {
    return [&service, handler](const Request& request) { return handler(service, request); };
}

}  // namespace

void addRoutes(Registrar& registrar, AccountService& accounts, MemberService& members) {
    registrar.post("/v2/authenticate", Auth::Public, calling(accounts, signIn));
    registrar.del("/v2/authenticate", Auth::UserToken, calling(accounts, signOut));
    registrar.post("/v2/invitations/{token}", Auth::Public, calling(accounts, acceptInvitation));
    registrar.get("/v2/user", Auth::UserToken, calling(accounts, getOwner));
    registrar.patch("/v2/user", Auth::UserToken, calling(accounts, editOwner));

    const RouteOptions forMembers{.permission = "users"};
    const RouteOptions withBody{.body = BodyKind::Json, .permission = "users"};
    registrar.get("/v2/buckets/{bucket_slug}/users", Auth::BucketAdmin, calling(members, listMembers), forMembers);
    registrar.post("/v2/buckets/{bucket_slug}/users", Auth::BucketAdmin, calling(members, addMember), withBody);
    registrar.get("/v2/buckets/{bucket_slug}/users/{id}", Auth::BucketAdmin, calling(members, getMember), forMembers);
    registrar.patch("/v2/buckets/{bucket_slug}/users/{id}", Auth::BucketAdmin, calling(members, editMember), withBody);
    registrar.del("/v2/buckets/{bucket_slug}/users/{id}", Auth::BucketAdmin, calling(members, removeMember),
                  forMembers);
}

}  // namespace inkwell::users
