#include "routes.h"

#include <utility>

#include "inkwell/request_params.h"
#include "openapi.h"

namespace inkwell::revisions {

namespace {

const std::string kRevisions = "/v2/buckets/{bucket_slug}/objects/{object_id}/revisions";
const std::string kRevision = kRevisions + "/{revision_id}";

Response ok(JsonObject body, ContentParts madeOf) {
    Response response = Response::ok(std::move(body));
    response.madeOf = std::move(madeOf);
    return response;
}

Response listRevisions(const Request& request, Services& services, RevisionService& service) {
    const ListParams params =
        parseListParams(request, services.server().maxLimit,
                        {"order", "created_at", "-created_at", "modified_at", "-modified_at", "random"});
    const ListQuery query = services.get<ObjectCatalog>().parseQuery(request.query("query").value_or(""));
    RevisionService::List list = service.list(request.bucket(), request.path("object_id"), params, query,
                                              parseRenderOptions(request, parseProps(request)));
    JsonObject body(request.memory());
    body.emplace("revisions", std::move(list.revisions));
    body.emplace("total", list.total);
    body.emplace("limit", params.limit);
    return ok(std::move(body), std::move(list.madeOf));
}

Response getRevision(const Request& request, RevisionService& service) {
    RenderedObjects found = service.get(request.bucket(), request.path("object_id"), request.path("revision_id"),
                                        parseRenderOptions(request, parseProps(request)));
    JsonObject body(request.memory());
    body.emplace("revision", std::move(found.objects.front()));
    return ok(std::move(body), std::move(found.madeOf));
}

Response createRevision(const Request& request, RevisionService& service) {
    VersionedRecord created = service.create(request.bucket(), request.access(), request.path("object_id"),
                                             request.json(), preconditionOf(request), parseProps(request));
    Response response = Response::ok({{"revision", std::move(created.record)}});
    showVersion(response, created.version);
    return response;
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, RevisionService& service) {
    const auto create = [&](const Request& request) { return createRevision(request, service); };
    registrar.openApi(kOpenApi);
    registrar.get(
        kRevisions, Auth::ReadKey, [&](const Request& request) { return listRevisions(request, services, service); },
        {.cacheable = true,
         .description = {
             .summary = "List the revisions of an object",
             .query = {"objects_query", "props", "status", "objects_sort", "limit", "skip", "show_metafields", "depth"},
             .answer = "RevisionList"}});
    registrar.get(kRevision, Auth::ReadKey, [&](const Request& request) { return getRevision(request, service); },
                  {.cacheable = true,
                   .description = {.summary = "A revision of an object",
                                   .query = {"props", "status", "show_metafields", "depth"},
                                   .answer = "RevisionAnswer"}});
    registrar.post(kRevisions, Auth::WriteKey, create,
                   {.body = BodyKind::Json,
                    .description = {.summary = "Keep a revision, or prepare an edit over a live object",
                                    .query = {"props", "if_match"},
                                    .body = "ObjectRevisionCreation",
                                    .answer = "RevisionAnswer"}});
}

}  // namespace inkwell::revisions
