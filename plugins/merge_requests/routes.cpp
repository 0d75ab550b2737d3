#include "routes.h"

#include "inkwell/object_catalog.h"
#include "inkwell/request_params.h"
#include "merge_request_view.h"
#include "openapi.h"

namespace inkwell::merge_requests {

namespace {

const std::string kRequests = "/v2/buckets/{bucket_slug}/merge-requests";
const std::string kRequest = kRequests + "/{id}";
const std::string kOutgoing = "/v2/buckets/{bucket_slug}/outgoing-merge-requests";

Response answer(const Request& request, const MergeRequest& found) {
    return Response::ok({{"merge_request", renderMergeRequest(found, request.bucket().slug)}});
}

Response openRequest(MergeRequestService& requests, const Request& request) {
    return answer(request, requests.open(request.bucket(), request.access(), parseNewMergeRequest(request.json())));
}

Response listRequests(Services& services, MergeRequestService& requests, const Request& request) {
    const MergeRequestPage page = requests.list(
        request.bucket(), parseListParams(request, services.server().maxLimit, {"-created_at", "created_at"}));
    JsonArray rendered;
    for (const MergeRequest& one : page.requests) rendered.push_back(renderMergeRequest(one, request.bucket().slug));
    return Response::ok({{"merge_requests", std::move(rendered)}, {"total", page.total}});
}

Response listOutgoing(Services& services, MergeRequestService& requests, const Request& request) {
    const OutgoingPage page = requests.outgoing(
        request.bucket(), parseListParams(request, services.server().maxLimit, {"-created_at", "created_at"}));
    JsonArray rendered;
    for (const OutgoingRequest& one : page.requests)
        rendered.push_back(renderMergeRequest(one.request, one.targetSlug));
    return Response::ok({{"merge_requests", std::move(rendered)}, {"total", page.total}});
}

Response listObjects(Services& services, MergeRequestService& requests, const Request& request) {
    ObjectCatalog& catalog = services.get<ObjectCatalog>();
    const ObjectListRequest asked = parseObjectList(request, services.server().maxLimit, catalog);
    request.flag("use_cache", true);  // they are read from the database, whatever it says
    const std::string authorization = request.header("Authorization").value_or("");
    const MergeRequestService::Shown shown =
        requests.shown(request.bucket(), request.path("id"), asked.options.visibility, bearerToken(authorization));
    ObjectList list = catalog.list(*shown.source, asked, shown.objectIds);
    JsonObject body(request.memory());
    body.emplace("objects", std::move(list.objects));
    body.emplace("total", list.total);
    body.emplace("limit", asked.params.limit);
    return Response::ok(std::move(body));
}

Response listChanges(Services& services, MergeRequestService& requests, const Request& request) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {"order"});
    const MergeRequestService::Changes found =
        requests.changes(request.bucket(), request.access(), request.path("id"), params.limit, params.skip);
    JsonArray rendered;
    for (const ObjectChange& one : found.objects) rendered.push_back(renderChange(one));
    return Response::ok(
        {{"changes", std::move(rendered)}, {"total", found.total}, {"limit", params.limit}, {"state", found.state}});
}

Response completeRequest(MergeRequestService& requests, const Request& request) {
    const Completion completion = parseCompletion(request.json());
    return answer(request, requests.complete(request.bucket(), request.access(), request.path("id"), completion));
}

Response closeRequest(MergeRequestService& requests, const Request& request) {
    requests.close(request.bucket(), request.access(), request.path("id"));
    return Response::message("merge request '" + request.path("id") + "' was closed");
}

Response closeOutgoing(MergeRequestService& requests, const Request& request) {
    requests.closeOutgoing(request.bucket(), request.access(), request.path("id"));
    return Response::message("merge request '" + request.path("id") + "' was closed");
}

void addOutgoingRoutes(Registrar& registrar, Services& services, MergeRequestService& requests) {
    registrar.get(kOutgoing, Auth::BucketAdmin,
                  [&](const Request& request) { return listOutgoing(services, requests, request); },
                  {.description = {.summary = "List the open merge requests that lead out of the bucket",
                                   .query = {"merge_requests_sort", "limit", "skip"},
                                   .answer = "MergeRequestList"}});
    registrar.del(
        kOutgoing + "/{id}", Auth::BucketAdmin,
        [&](const Request& request) { return closeOutgoing(requests, request); },
        {.description = {.summary = "Close a merge request that leads out of the bucket", .answer = "Message"}});
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, MergeRequestService& requests) {
    const auto get = [&](const Request& request) {
        return answer(request, requests.get(request.bucket(), request.path("id")));
    };
    registrar.openApi(kOpenApi);
    registrar.post(
        kRequests, Auth::BucketAdmin, [&](const Request& request) { return openRequest(requests, request); },
        {.body = BodyKind::Json,
         .description = {
             .summary = "Open a merge request", .body = "MergeRequestCreation", .answer = "MergeRequestAnswer"}});
    registrar.get(kRequests, Auth::ReadKey,
                  [&](const Request& request) { return listRequests(services, requests, request); },
                  {.description = {.summary = "List merge requests",
                                   .query = {"merge_requests_sort", "limit", "skip"},
                                   .answer = "MergeRequestList"}});
    registrar.get(kRequest, Auth::ReadKey, get,
                  {.description = {.summary = "A merge request", .answer = "MergeRequestAnswer"}});
    registrar.get(kRequest + "/objects", Auth::ReadKey,
                  [&](const Request& request) { return listObjects(services, requests, request); },
                  {.description = {.summary = "The objects of a merge request, as they are in its source",
                                   .query = {"objects_query", "props", "status", "objects_sort", "limit", "skip",
                                             "objects_after", "show_metafields", "depth", "use_cache"},
                                   .answer = "ObjectList",
                                   .others = {{403, ""}, {409, ""}}}});
    registrar.get(kRequest + "/changes", Auth::BucketAdmin,
                  [&](const Request& request) { return listChanges(services, requests, request); },
                  {.description = {.summary = "What completing a merge request would change, field by field",
                                   .query = {"merge_requests_order", "limit", "skip"},
                                   .answer = "MergeChangeList",
                                   .others = {{409, ""}}}});
    registrar.post(
        kRequest + "/complete", Auth::BucketAdmin,
        [&](const Request& request) { return completeRequest(requests, request); },
        {.body = BodyKind::OptionalJson,
         .description = {.summary = "Merge", .body = "MergeRequestCompletion", .answer = "MergeRequestAnswer"}});
    registrar.del(kRequest, Auth::BucketAdmin, [&](const Request& request) { return closeRequest(requests, request); },
                  {.description = {.summary = "Close a merge request", .answer = "Message"}});
    addOutgoingRoutes(registrar, services, requests);
}

}  // namespace inkwell::merge_requests
