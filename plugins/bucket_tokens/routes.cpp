#include "routes.h"

#include "openapi.h"
#include "token_view.h"

namespace inkwell::bucket_tokens {

namespace {

Response list(const Request& request, TokenService& service) {
    JsonArray tokens;
    for (const BucketToken& token : service.list(request.bucket())) tokens.push_back(renderToken(token));
    const auto total = tokens.size();
    return Response::ok({{"tokens", std::move(tokens)}, {"total", total}});
}

// No cache on the way keeps the secret.
Response make(const Request& request, TokenService& service, std::int64_t nowMs) {
    const TokenService::Made made =
        service.make(request.bucket(), request.access(), parseNewToken(request.json(), nowMs));
    JsonObject token = renderToken(made.token);
    token["token"] = made.secret;
    Response response = Response::ok({{"token", std::move(token)}});
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response edit(const Request& request, TokenService& service, std::int64_t nowMs) {
    return Response::ok({{"token", renderToken(service.edit(request.bucket(), request.access(), request.path("id"),
                                                            parseTokenEdit(request.json(), nowMs)))}});
}

Response remove(const Request& request, TokenService& service) {
    const std::string& id = request.path("id");
    service.remove(request.bucket(), request.access(), id);
    return Response::message("token '" + id + "' was revoked");
}

}  // namespace

void addRoutes(Registrar& registrar, TokenService& service) {
    const std::string tokens = "/v2/buckets/{bucket_slug}/tokens";
    const std::string token = tokens + "/{id}";
    Services& services = registrar.services();
    registrar.openApi(kOpenApi);
    registrar.get(tokens, Auth::BucketAdmin, [&](const Request& request) { return list(request, service); },
                  {.description = {.summary = "List the tokens of a bucket", .answer = "BucketTokenList"}});
    registrar.post(
        tokens, Auth::BucketAdmin,
        [&](const Request& request) { return make(request, service, services.clock().nowMs()); },
        {.body = BodyKind::Json,
         .description = {
             .summary = "Make a token, shown once", .body = "BucketTokenCreation", .answer = "NewBucketTokenAnswer"}});
    registrar.patch(
        token, Auth::BucketAdmin,
        [&](const Request& request) { return edit(request, service, services.clock().nowMs()); },
        {.body = BodyKind::Json,
         .description = {.summary = "Edit a token", .body = "BucketTokenEdit", .answer = "BucketTokenAnswer"}});
    registrar.del(token, Auth::BucketAdmin, [&](const Request& request) { return remove(request, service); },
                  {.description = {.summary = "Revoke a token", .answer = "Message"}});
}

}  // namespace inkwell::bucket_tokens
