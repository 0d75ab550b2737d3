#include "inkwell/error.h"
#include "inkwell/list_params.h"
#include "object_query.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kObjects = "/v2/buckets/{bucket_slug}/objects";
const std::string kObject = kObjects + "/{id}";
constexpr std::int64_t kMaxDepthParameter = 1000;

// Wrong results would be worse than a refusal.
void refuseUnsupported(const Request& request, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (!request.query(name).value_or("").empty()) {
            throw ApiError::badRequest("the parameter '" + std::string(name) + "' is not supported by this version");
        }
    }
}

RenderOptions parseReadOptions(const Request& request) {
    RenderOptions options;
    if (request.choice("status", "published", {"published", "any"}) == "any") options.visibility = Visibility::Any;
    options.showMetafields = request.flag("show_metafields", false);
    request.flag("use_cache", true);  // checked; every read asks the database
    if (!request.query("depth").value_or("").empty()) {
        options.depth = static_cast<int>(request.number("depth", 0, 0, kMaxDepthParameter));
    }
    return options;
}

Response listObjects(const Request& request, Services& services, ObjectService& objects) {
    refuseUnsupported(request, {"props", "after"});
    const ServerInfo& server = services.server();
    const ListParams params = parseListParams(
        request, server.maxLimit, {"order", "created_at", "-created_at", "modified_at", "-modified_at", "random"});
    ObjectService::List list = objects.list(
        request.bucket(), params, parseObjectQuery(request.query("query").value_or("")), parseReadOptions(request));
    if (list.total == 0 && server.hostedClients) {
        throw ApiError(404, "not_found", "No objects found for your query, in bucket '" + request.bucket().slug + "'");
    }
    return Response::ok({{"objects", std::move(list.objects)}, {"total", list.total}, {"limit", params.limit}});
}

}  // namespace

void addObjectRoutes(Registrar& registrar, Services& services, ObjectService& objects) {
    registrar.get(kObjects, Auth::ReadKey,
                  [&services, &objects](const Request& request) { return listObjects(request, services, objects); },
                  {.cacheable = true});
    registrar.get(kObject, Auth::ReadKey,
                  [&objects](const Request& request) {
                      refuseUnsupported(request, {"props"});
                      return Response::ok(
                          {{"object", objects.get(request.bucket(), request.path("id"), parseReadOptions(request))}});
                  },
                  {.cacheable = true});
    registrar.post(kObjects, Auth::WriteKey, [&services, &objects](const Request& request) {
        const ObjectInput input = parseObjectCreation(request.json(), services.clock().nowMs());
        return Response::ok({{"object", objects.create(request.bucket(), request.access(), input)}});
    });
    registrar.patch(kObject, Auth::WriteKey, [&services, &objects](const Request& request) {
        const ObjectInput input = parseObjectEdit(request.json(), services.clock().nowMs());
        return Response::ok({{"object", objects.edit(request.bucket(), request.access(), request.path("id"), input)}});
    });
    registrar.del(kObject, Auth::WriteKey, [&objects](const Request& request) {
        objects.remove(request.bucket(), request.access(), request.path("id"), request.flag("trigger_webhook", false));
        return Response::message("object '" + request.path("id") + "' was deleted");
    });
}

}  // namespace inkwell::objects
