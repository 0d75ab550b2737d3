#include "inkwell/json_text.h"
#include "inkwell/request_params.h"
#include "openapi.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kObjects = "/v2/buckets/{bucket_slug}/objects";
const std::string kObject = kObjects + "/{id}";

Response ok(JsonText body, ContentParts madeOf) {
    Response response;
    response.text = std::make_shared<const JsonText>(std::move(body));
    response.madeOf = std::move(madeOf);
    return response;
}

Response getObject(const Request& request, ObjectService& objects) {
    ObjectsText found =
        objects.get(request.bucket(), request.path("id"), parseRenderOptions(request, parseProps(request)));
    JsonText body(request.memory());
    body.add("{\"object\":");
    body.add(std::move(found.text));
    body.add("}");
    return ok(std::move(body), std::move(found.madeOf));
}

Response listObjects(const Request& request, Services& services, ObjectService& objects, const ObjectCatalog& catalog) {
    const ObjectListRequest asked = parseObjectList(request, services.server().maxLimit, catalog);
    ObjectService::ListText list = objects.listText(request.bucket(), asked);
    JsonText body(request.memory());
    body.add("{\"objects\":[");
    body.add(std::move(list.objects.text));
    body.add("],\"total\":");
    body.addNumber(list.total);
    body.add(",\"limit\":");
    body.addNumber(asked.params.limit);
    body.add("}");
    return ok(std::move(body), std::move(list.objects.madeOf));
}

}  // namespace

void addObjectRoutes(Registrar& registrar, Services& services, ObjectService& objects, const ObjectCatalog& catalog) {
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
                  [&services, &objects, &catalog](const Request& request) {
                      return listObjects(request, services, objects, catalog);
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
