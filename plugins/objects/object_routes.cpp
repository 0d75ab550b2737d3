#include "inkwell/json_text.h"
#include "inkwell/precondition.h"
#include "inkwell/request_params.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "openapi.h"
#include "read/order_by.h"
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

// A slug may stand in several types and locales, so no path leads to it (interface/resources.md, "Objects").
void requireId(const std::string& id) {
    if (isId(id)) return;
    if (!isSlug(id)) throw ApiError::notFound("object", id);
    const std::string query = writeJson(JsonObject{{"slug", id}});
    throw ApiError(
        404, "not_found",
        "object '" + id +
            "' was not found: an id has 24 hex digits; by slug, ask the list of objects with query=" + query);
}

Response getObject(const Request& request, ObjectReader& reader) {
    requireId(request.path("id"));
    ObjectReader::Shown found =
        reader.get(request.bucket(), request.path("id"), parseRenderOptions(request, parseProps(request)),
                   request.flag("use_cache", true));
    JsonText body(request.memory());
    body.add("{\"object\":");
    body.add(std::move(found.object.text));
    body.add("}");
    Response response = ok(std::move(body), std::move(found.object.madeOf));
    // Drafts raise it: it would tell of them.
    if (request.access().mayReadDrafts(request.bucket())) showVersion(response, found.version);
    return response;
}

Response answerOfWrite(VersionedRecord written) {
    Response response = Response::ok({{"object", std::move(written.record)}});
    showVersion(response, written.version);
    return response;
}

std::string orderOf(const Request& request, const std::string& orderBy) {
    if (!request.query("sort").value_or("").empty())
        throw ApiError::badRequest("the parameter 'order_by' cannot be used together with 'sort'");
    return parseOrderBy(orderBy);
}

Response listObjects(const Request& request, Services& services, ObjectReader& reader, const ObjectCatalog& catalog) {
    ObjectListRequest asked = parseObjectList(request, services.server().maxLimit, catalog);
    const std::string orderBy = request.query("order_by").value_or("");
    if (!orderBy.empty()) asked.params.sort = orderOf(request, orderBy);
    const bool counts = request.flag("total", true);
    ObjectReader::ListText list = reader.listText(request.bucket(), asked, counts, !request.flag("use_cache", true));
    JsonText body(request.memory());
    body.add("{\"objects\":[");
    body.add(std::move(list.objects.text));
    if (counts) {
        body.add("],\"total\":");
        body.addNumber(list.total);
        body.add(",\"limit\":");
    } else {
        body.add("],\"limit\":");
    }
    body.addNumber(asked.params.limit);
    body.add("}");
    return ok(std::move(body), std::move(list.objects.madeOf));
}

}  // namespace

void addObjectRoutes(Registrar& registrar, Services& services, ObjectReader& reader, ObjectService& objects,
                     const ObjectCatalog& catalog) {
    const auto create = [&services, &objects](const Request& request) {
        const ObjectInput input = parseObjectCreation(request.json(), services.clock().nowMs());
        return answerOfWrite(objects.create(request.bucket(), request.access(), input));
    };
    const auto edit = [&services, &objects](const Request& request) {
        const ObjectInput input = parseObjectEdit(request.json(), services.clock().nowMs());
        return answerOfWrite(
            objects.edit(request.bucket(), request.access(), request.path("id"), input, preconditionOf(request)));
    };
    const auto remove = [&objects](const Request& request) {
        objects.remove(request.bucket(), request.access(), request.path("id"), request.flag("trigger_webhook", false),
                       preconditionOf(request));
        return Response::message("object '" + request.path("id") + "' was deleted");
    };
    registrar.openApi(kOpenApi);
    registrar.get(
        kObjects, Auth::ReadKey,
        [&services, &reader, &catalog](const Request& request) {
            return listObjects(request, services, reader, catalog);
        },
        {.cacheable = true,
         .description = {.summary = "List objects",
                         .query = {"objects_query", "props", "status", "objects_sort", "objects_order_by",
                                   "objects_total", "limit", "skip", "objects_after", "show_metafields", "depth"},
                         .answer = "ObjectList"}});
    registrar.get(kObject, Auth::ReadKey, [&reader](const Request& request) { return getObject(request, reader); },
                  {.cacheable = true,
                   .description = {.summary = "An object",
                                   .query = {"props", "status", "show_metafields", "depth"},
                                   .answer = "ObjectAnswer"}});
    registrar.post(
        kObjects, Auth::WriteKey, create,
        {.body = BodyKind::Json,
         .description = {.summary = "Create an object", .body = "ObjectCreation", .answer = "ObjectAnswer"}});
    registrar.patch(
        kObject, Auth::WriteKey, edit,
        {.body = BodyKind::Json,
         .description = {
             .summary = "Edit an object", .query = {"if_match"}, .body = "ObjectEdit", .answer = "ObjectAnswer"}});
    registrar.del(kObject, Auth::WriteKey, remove,
                  {.description = {
                       .summary = "Delete an object", .query = {"trigger_webhook", "if_match"}, .answer = "Message"}});
}

}  // namespace inkwell::objects
