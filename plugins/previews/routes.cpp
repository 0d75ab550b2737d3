#include "routes.h"

#include "inkwell/request_params.h"
#include "inkwell/text.h"
#include "openapi.h"
#include "preview_input.h"

namespace inkwell::previews {

namespace {

const std::string kTokens = "/v2/buckets/{bucket_slug}/objects/{id}/preview-tokens";

// No cache on the way keeps a token, or what it opens.
Response notKept(JsonObject body) {
    Response response = Response::ok(std::move(body));
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response make(const Request& request, PreviewService& service) {
    request.requireReadDrafts();
    const PreviewService::Made made =
        service.make(request.bucket(), request.access(), request.path("id"), parseLifetime(request.json()));
    return notKept({{"token", made.token},
                    {"url", made.url.empty() ? Json() : Json(made.url)},
                    {"expires_at", isoTime(made.expiresAtMs)}});
}

Response show(const Request& request, PreviewService& service) {
    RenderedObjects found =
        service.show(request.bucket(), request.path("token"), parseRenderOptions(request, parseProps(request)));
    JsonObject body(request.memory());
    body.emplace("object", std::move(found.objects.front()));
    return notKept(std::move(body));
}

Response list(const Request& request, PreviewService& service) {
    request.requireReadDrafts();
    JsonArray rendered;
    for (const PreviewService::Listed& one : service.list(request.bucket(), request.path("id"))) {
        rendered.push_back({{"id", one.id},
                            {"created_at", isoTime(one.createdAtMs)},
                            {"created_by", one.createdBy},
                            {"expires_at", isoTime(one.expiresAtMs)}});
    }
    const std::size_t total = rendered.size();
    return Response::ok({{"preview_tokens", std::move(rendered)}, {"total", total}});
}

Response revoke(const Request& request, PreviewService& service) {
    request.requireReadDrafts();
    const std::string id = request.path("token_id");
    service.revoke(request.bucket(), request.path("id"), id);
    return Response::message("preview token '" + id + "' was revoked");
}

}  // namespace

void addRoutes(Registrar& registrar, PreviewService& service) {
    registrar.openApi(kOpenApi);
    registrar.get(kTokens, Auth::WriteKey, [&service](const Request& request) { return list(request, service); },
                  {.description = {.summary = "List the preview tokens of an object", .answer = "PreviewTokenList"}});
    registrar.del(kTokens + "/{token_id}", Auth::WriteKey,
                  [&service](const Request& request) { return revoke(request, service); },
                  {.description = {.summary = "Revoke a preview token", .answer = "Message"}});
    registrar.post(kTokens, Auth::WriteKey, [&service](const Request& request) { return make(request, service); },
                   {.body = BodyKind::OptionalJson,
                    .description = {.summary = "Make a token that opens an object's draft",
                                    .body = "PreviewTokenCreation",
                                    .answer = "PreviewToken"}});
    registrar.get("/v2/buckets/{bucket_slug}/previews/{token}", Auth::Public,
                  [&service](const Request& request) { return show(request, service); },
                  {.description = {.summary = "The object of a preview token, as its draft",
                                   .query = {"props", "show_metafields", "depth"},
                                   .answer = "ObjectAnswer"}});
}

}  // namespace inkwell::previews
