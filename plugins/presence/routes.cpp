#include "routes.h"

#include <utility>

#include "inkwell/error.h"
#include "openapi.h"
#include "presence_view.h"

namespace inkwell::presence {

namespace {

const std::string kPresence = "/v2/buckets/{bucket_slug}/presence";

Response list(const Request& request, PresenceService& service) {
    JsonArray places;
    for (const Place& place : service.list(request.bucket(), request.query("object").value_or(""))) {
        places.push_back(renderPlace(place));
    }
    Response response = Response::ok({{"presence", std::move(places)}});
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response put(const Request& request, PresenceService& service) {
    const Whereabouts where = parseWhereabouts(request.json());
    return Response::ok({{"place", renderPlace(service.put(request.bucket(), request.access().userId(), where))}});
}

Response remove(const Request& request, PresenceService& service) {
    const std::string id = request.query("object").value_or("");
    if (id.empty()) {
        const std::string rule = "is required: the id of the object that you leave";
        throw ApiError::badRequest("object " + rule, {{"object", rule}});
    }
    service.remove(request.bucket(), request.access().userId(), id);
    return Response::message("you are no longer shown in object '" + id + "'");
}

}  // namespace

void addRoutes(Registrar& registrar, PresenceService& service) {
    registrar.openApi(kOpenApi);
    registrar.get(
        kPresence, Auth::UserToken, [&](const Request& request) { return list(request, service); },
        {.description = {
             .summary = "Who is in which object now", .query = {"presence_object"}, .answer = "presence_list"}});
    registrar.post(kPresence, Auth::UserToken, [&](const Request& request) { return put(request, service); },
                   {.body = BodyKind::Json,
                    .description = {.summary = "Say where you are, every 15 to 30 seconds while you are there",
                                    .body = "presence_whereabouts",
                                    .answer = "presence_answer"}});
    registrar.del(
        kPresence, Auth::UserToken, [&](const Request& request) { return remove(request, service); },
        {.description = {
             .summary = "Say that you have left an object", .query = {"presence_object"}, .answer = "Message"}});
}

}  // namespace inkwell::presence
