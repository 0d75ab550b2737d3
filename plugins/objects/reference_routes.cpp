#include "inkwell/request_params.h"
#include "openapi.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

Response listReferences(const Request& request, Services& services, ReferenceService& references) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {});
    const Visibility visibility = parseRenderOptions(request).visibility;
    const ReferencePage page = references.list(request.bucket(), request.path("id"), visibility, params);
    JsonArray shown(request.memory());
    shown.reserve(page.references.size());
    for (const Reference& one : page.references) {
        shown.push_back(JsonObject{{"id", one.id},
                                   {"title", one.title},
                                   {"slug", one.slug},
                                   {"type", one.type},
                                   {"status", one.status},
                                   {"fields", JsonArray(one.fields.begin(), one.fields.end())}});
    }
    JsonObject body(request.memory());
    body.emplace("references", std::move(shown));
    body.emplace("total", page.total);
    body.emplace("limit", params.limit);
    // Made of no parts that could be named: any object may come to name this one.
    return Response::ok(std::move(body));
}

}  // namespace

void addReferenceRoutes(Registrar& registrar, Services& services, ReferenceService& references) {
    registrar.openApi(kManyOpenApi);
    registrar.get("/v2/buckets/{bucket_slug}/objects/{id}/references", Auth::ReadKey,
                  [&services, &references](const Request& request) {
                      return listReferences(request, services, references);
                  },
                  {.cacheable = true,
                   .description = {.summary = "The objects that are related to an object",
                                   .query = {"status", "limit", "skip"},
                                   .answer = "ObjectReferences"}});
}

}  // namespace inkwell::objects
