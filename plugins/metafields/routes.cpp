#include "routes.h"

#include "inkwell/metafield_type.h"
#include "inkwell/precondition.h"
#include "inkwell/request_params.h"
#include "inkwell/server_plugins.h"
#include "openapi.h"
#include "type_view.h"

namespace inkwell::metafields {

namespace {

const std::string kMetafields = "/v2/buckets/{bucket_slug}/objects/{id}/metafields";
const std::string kMetafield = kMetafields + "/{key}";

Response ok(const Request& request, JsonObject body, MetafieldService::Shown& found) {
    Response response = Response::ok(std::move(body));
    response.madeOf = std::move(found.madeOf);
    // That of the object, which drafts raise: it would tell of them.
    if (request.access().mayReadDrafts(request.bucket())) showVersion(response, found.version);
    return response;
}

Response listMetafields(const Request& request, MetafieldService& service) {
    MetafieldService::Shown found = service.list(request.bucket(), request.path("id"), parseRenderOptions(request));
    const std::size_t total = found.metafields.size();
    JsonObject body(request.memory());
    body.emplace("metafields", std::move(found.metafields));
    body.emplace("total", total);
    return ok(request, std::move(body), found);
}

Response getMetafield(const Request& request, MetafieldService& service) {
    MetafieldService::Shown found =
        service.get(request.bucket(), request.path("id"), request.path("key"), parseRenderOptions(request));
    JsonObject body(request.memory());
    body.emplace("metafield", std::move(found.metafields.front()));
    return ok(request, std::move(body), found);
}

bool isFlag(const Json& value) { return value.is_bool() || value == "true" || value == "false"; }

// The kernel obeys it; no metafield has it.
JsonObject withoutPretty(JsonObject body) {
    const auto pretty = body.find("pretty");
    if (pretty != body.end() && isFlag(pretty->value())) body.stable_erase(pretty);
    return body;
}

Response addMetafield(const Request& request, MetafieldService& service) {
    const std::string& id = request.path("id");
    const std::string key =
        service.add(request.bucket(), request.access(), id, withoutPretty(request.json()), preconditionOf(request));
    return Response::message("metafield '" + key + "' was added to object '" + id + "'");
}

Response editMetafield(const Request& request, MetafieldService& service) {
    VersionedRecord edited = service.edit(request.bucket(), request.access(), request.path("id"), request.path("key"),
                                          withoutPretty(request.json()), preconditionOf(request));
    Response response = Response::ok({{"metafield", std::move(edited.record)}});
    showVersion(response, edited.version);
    return response;
}

Response deleteMetafield(const Request& request, MetafieldService& service) {
    const std::string& id = request.path("id");
    const std::string& key = request.path("key");
    service.remove(request.bucket(), request.access(), id, key, preconditionOf(request));
    return Response::message("metafield '" + key + "' was deleted from object '" + id + "'");
}

Response listTypes(Services& services, TypeFaults& faults) {
    auto* plugins = services.find<ServerPlugins>();
    JsonArray types;
    for (const MetafieldType* type : services.contributions<MetafieldType>()) {
        const std::string name = type->name();
        types.push_back(renderType(
            *type, plugins != nullptr ? plugins->contributorOf(MetafieldType::kContributionId, name) : "", faults));
    }
    const auto total = types.size();
    return Response::ok({{"metafield_types", std::move(types)}, {"total", total}});
}

}  // namespace

void addTypeRoutes(Registrar& registrar) {
    const auto faults = std::make_shared<TypeFaults>(registrar.services());
    registrar.get("/v2/metafield-types", Auth::Public,
                  [&services = registrar.services(), faults](const Request&) { return listTypes(services, *faults); },
                  {.description = {.summary = "The types that metafields can have", .answer = "MetafieldTypeList"}});
}

void addRoutes(Registrar& registrar, MetafieldService& service) {
    const auto with = [&service](Response (*handler)(const Request&, MetafieldService&)) {
        return [&service, handler](const Request& request) { return handler(request, service); };
    };
    registrar.openApi(kOpenApi);
    registrar.get(
        kMetafields, Auth::ReadKey, with(listMetafields),
        {.cacheable = true,
         .description = {
             .summary = "The metafields of an object", .query = {"status", "depth"}, .answer = "MetafieldList"}});
    registrar.get(
        kMetafield, Auth::ReadKey, with(getMetafield),
        {.cacheable = true,
         .description = {
             .summary = "A metafield of an object", .query = {"status", "depth"}, .answer = "MetafieldAnswer"}});
    registrar.post(kMetafields, Auth::WriteKey, with(addMetafield),
                   {.body = BodyKind::Json,
                    .description = {.summary = "Add a metafield to an object",
                                    .query = {"if_match"},
                                    .body = "MetafieldCreation",
                                    .answer = "Message"}});
    registrar.patch(kMetafield, Auth::WriteKey, with(editMetafield),
                    {.body = BodyKind::Json,
                     .description = {.summary = "Edit a metafield of an object",
                                     .query = {"if_match"},
                                     .body = "MetafieldEdit",
                                     .answer = "MetafieldAnswer"}});
    registrar.del(
        kMetafield, Auth::WriteKey, with(deleteMetafield),
        {.description = {.summary = "Delete a metafield of an object", .query = {"if_match"}, .answer = "Message"}});
}

}  // namespace inkwell::metafields
