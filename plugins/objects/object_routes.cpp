#include "answer_parts.h"
#include "inkwell/error.h"
#include "inkwell/list_params.h"
#include "inkwell/props.h"
#include "object_query.h"
#include "openapi.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kObjects = "/v2/buckets/{bucket_slug}/objects";
const std::string kObject = kObjects + "/{id}";

// "": from the beginning.
std::string parseAfter(const Request& request, const ListParams& params) {
    std::string after = request.query("after").value_or("");
    if (after.empty()) return after;
    if (params.skip != 0) throw ApiError::badRequest("the parameter 'after' cannot be used together with 'skip'");
    if (params.sort == "random") throw ApiError::badRequest("the parameter 'after' needs a sort other than 'random'");
    return after;
}

Response getObject(const Request& request, ObjectService& objects) {
    const std::optional<Props> props = Props::parse(request.query("props").value_or(""));
    ContentParts parts;
    JsonObject body(request.memory());
    body.emplace("object", objects.get(request.bucket(), request.path("id"),
                                       parseRenderOptions(request, props ? &*props : nullptr, parts)));
    Response response = Response::ok(std::move(body));
    response.madeOf = std::move(parts);
    return response;
}

}  // namespace

Response listObjects(const Bucket& bucket, const Request& request, Services& services, ObjectService& objects,
                     std::optional<std::span<const std::string>> onlyIds) {
    const ServerInfo& server = services.server();
    const ListParams params = parseListParams(
        request, server.maxLimit, {"order", "created_at", "-created_at", "modified_at", "-modified_at", "random"});
    const std::optional<Props> props = Props::parse(request.query("props").value_or(""));
    const ListQuery query = parseObjectQuery(request.query("query").value_or(""));
    const std::string after = parseAfter(request, params);
    ContentParts parts;
    addPartsOfList(query, after, parts);
    ObjectService::List list = objects.list(bucket, {params, after}, query,
                                            parseRenderOptions(request, props ? &*props : nullptr, parts), onlyIds);
    if (list.total == 0 && server.hostedClients) {
        throw ApiError(404, "not_found", "No objects found for your query, in bucket '" + bucket.slug + "'");
    }
    JsonObject body(request.memory());
    body.emplace("objects", std::move(list.objects));
    body.emplace("total", list.total);
    body.emplace("limit", params.limit);
    Response response = Response::ok(std::move(body));
    response.madeOf = std::move(parts);
    return response;
}

void addObjectRoutes(Registrar& registrar, Services& services, ObjectService& objects) {
    const auto create = [&services, &objects](const Request& request) {
        const ObjectInput input = parseObjectCreation(request.json(), services.clock().nowMs());
        return Response::ok({{"object", objects.create(request.bucket(), request.access(), input)}});
    };
    const auto edit = [&services, &objects](const Request& request) {
        const ObjectInput input = parseObjectEdit(request.json(), services.clock().nowMs());
        return Response::ok({{"object", objects.edit(request.bucket(), request.access(), request.path("id"), input)}});
    };
    const auto remove = [&objects](const Request& request) {
        objects.remove(request.bucket(), request.access(), request.path("id"), request.flag("trigger_webhook", false));
        return Response::message("object '" + request.path("id") + "' was deleted");
    };
    registrar.openApi(kOpenApi);
    registrar.get(kObjects, Auth::ReadKey,
                  [&services, &objects](const Request& request) {
                      return listObjects(request.bucket(), request, services, objects);
                  },
                  {.cacheable = true,
                   .description = {.summary = "List objects",
                                   .query = {"objects_query", "props", "status", "objects_sort", "limit", "skip",
                                             "objects_after", "show_metafields", "depth"},
                                   .answer = "ObjectList"}});
    registrar.get(kObject, Auth::ReadKey, [&objects](const Request& request) { return getObject(request, objects); },
                  {.cacheable = true,
                   .description = {.summary = "An object",
                                   .query = {"props", "status", "show_metafields", "depth"},
                                   .answer = "ObjectAnswer"}});
    registrar.post(
        kObjects, Auth::WriteKey, create,
        {.body = BodyKind::Json,
         .description = {.summary = "Create an object", .body = "ObjectCreation", .answer = "ObjectAnswer"}});
    registrar.patch(kObject, Auth::WriteKey, edit,
                    {.body = BodyKind::Json,
                     .description = {.summary = "Edit an object", .body = "ObjectEdit", .answer = "ObjectAnswer"}});
    registrar.del(kObject, Auth::WriteKey, remove,
                  {.description = {.summary = "Delete an object", .query = {"trigger_webhook"}, .answer = "Message"}});
}

}  // namespace inkwell::objects
