#include "inkwell/request_params.h"
#include "openapi.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

Response listReferences(const Request& request, Services& services, UsageService& usage) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {});
    const Visibility visibility = parseRenderOptions(request).visibility;
    const ObjectUsage::Page page = usage.findObject(request.bucket(), request.path("id"), visibility, params);
    JsonArray shown(request.memory());
    shown.reserve(page.uses.size());
    for (const ObjectUsage::Use& one : page.uses) shown.push_back(renderUse(one));
    JsonObject body(request.memory());
    body.emplace("references", std::move(shown));
    body.emplace("total", page.total);
    body.emplace("limit", params.limit);
    // Made of no parts that could be named: any object may come to name this one.
    return Response::ok(std::move(body));
}

}  // namespace

void addReferenceRoutes(Registrar& registrar, Services& services, UsageService& usage) {
    registrar.openApi(kManyOpenApi);
    registrar.get("/v2/buckets/{bucket_slug}/objects/{id}/references", Auth::ReadKey,
                  [&services, &usage](const Request& request) { return listReferences(request, services, usage); },
                  {.cacheable = true,
                   .description = {.summary = "The objects that are related to an object",
                                   .query = {"status", "limit", "skip"},
                                   .answer = "ObjectReferences"}});
}

}  // namespace inkwell::objects
