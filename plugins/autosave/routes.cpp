#include "routes.h"

#include <utility>

#include "autosave_view.h"
#include "inkwell/precondition.h"
#include "inkwell/request_params.h"
#include "openapi.h"

namespace inkwell::autosave {

namespace {

const std::string kAutosaves = "/v2/buckets/{bucket_slug}/autosaves";
const std::string kAutosave = "/v2/buckets/{bucket_slug}/objects/{object_id}/autosave";

// What one person has not saved is for no cache.
Response uncached(JsonObject body) {
    Response response = Response::ok(std::move(body));
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

Response answer(const AutosaveItem& item) {
    Response response = uncached({{"autosave", renderAutosave(item)}});
    showVersion(response, item.savedAtMs);
    return response;
}

Response list(const Request& request, AutosaveService& service, std::int64_t maxLimit) {
    const ListParams params = parseListParams(request, maxLimit, {});
    const AutosavePage page = service.list(request.bucket(), request.access().userId(), params.limit, params.skip);
    JsonArray items;
    for (const AutosaveItem& item : page.items) items.push_back(renderAutosave(item));
    return uncached({{"autosaves", std::move(items)}, {"total", page.total}});
}

Response put(const Request& request, AutosaveService& service) {
    AutosaveEdit edit = parseAutosaveEdit(request.json(), service.settings().maxBytes);
    return answer(service.put(request.bucket(), request.access(), request.path("object_id"), std::move(edit),
                              preconditionOf(request)));
}

Response remove(const Request& request, AutosaveService& service) {
    const std::string& id = request.path("object_id");
    service.remove(request.bucket(), request.access().userId(), id, preconditionOf(request));
    return Response::message("what you had not saved of object '" + id + "' was removed");
}

}  // namespace

void addRoutes(Registrar& registrar, AutosaveService& service) {
    Services& services = registrar.services();
    const auto get = [&](const Request& request) {
        return answer(service.get(request.bucket(), request.access().userId(), request.path("object_id")));
    };
    registrar.openApi(kOpenApi);
    registrar.get(kAutosaves, Auth::UserToken,
                  [&](const Request& request) { return list(request, service, services.server().maxLimit); },
                  {.description = {.summary = "List what you have not saved, the newest first",
                                   .query = {"limit", "skip"},
                                   .answer = "autosave_list"}});
    registrar.get(kAutosave, Auth::UserToken, get,
                  {.description = {.summary = "What you have not saved of an object", .answer = "autosave_answer"}});
    registrar.put(kAutosave, Auth::UserToken, [&](const Request& request) { return put(request, service); },
                  {.body = BodyKind::Json,
                   .description = {.summary = "Keep what you have not saved of an object",
                                   .query = {"if_match"},
                                   .body = "autosave_edit",
                                   .answer = "autosave_answer",
                                   .others = {{413, ""}}}});
    registrar.del(
        kAutosave, Auth::UserToken, [&](const Request& request) { return remove(request, service); },
        {.description = {
             .summary = "Forget what you have not saved of an object", .query = {"if_match"}, .answer = "Message"}});
}

}  // namespace inkwell::autosave
