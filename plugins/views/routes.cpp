#include "routes.h"

#include <utility>

#include "inkwell/text.h"
#include "openapi.h"

namespace inkwell::views {

namespace {

const std::string kViews = "/v2/buckets/{bucket_slug}/views";
const std::string kView = kViews + "/{id}";

JsonObject render(View view) {
    return {{"id", view.id},
            {"title", view.title},
            {"type", view.type},
            {"query", std::move(view.query)},
            {"columns", std::move(view.columns)},
            {"sort", view.sort},
            {"shared", view.isShared},
            {"owner", view.owner},
            {"created_at", isoTime(view.createdAtMs)},
            {"modified_at", isoTime(view.modifiedAtMs)}};
}

Response answer(View view) { return Response::ok({{"view", render(std::move(view))}}); }

Response listViews(const Request& request, ViewService& service) {
    JsonArray views;
    for (View& view : service.list(request.bucket(), request.access())) views.push_back(render(std::move(view)));
    const std::size_t total = views.size();
    return Response::ok({{"views", std::move(views)}, {"total", total}});
}

Response removeView(const Request& request, ViewService& service) {
    service.remove(request.bucket(), request.access(), request.path("id"));
    return Response::message("view '" + request.path("id") + "' was deleted");
}

}  // namespace

void addRoutes(Registrar& registrar, ViewService& service) {
    const auto get = [&](const Request& request) {
        return answer(service.get(request.bucket(), request.access(), request.path("id")));
    };
    const auto create = [&](const Request& request) {
        return answer(service.create(request.bucket(), request.access(), parseNewView(request.json())));
    };
    const auto edit = [&](const Request& request) {
        return answer(
            service.edit(request.bucket(), request.access(), request.path("id"), parseViewEdit(request.json())));
    };
    registrar.openApi(kOpenApi);
    registrar.get(kViews, Auth::UserToken, [&](const Request& request) { return listViews(request, service); },
                  {.description = {.summary = "List one's saved views and the shared ones", .answer = "ViewList"}});
    registrar.post(kViews, Auth::UserToken, create,
                   {.body = BodyKind::Json,
                    .description = {.summary = "Save a view", .body = "ViewCreation", .answer = "ViewAnswer"}});
    registrar.get(kView, Auth::UserToken, get, {.description = {.summary = "A saved view", .answer = "ViewAnswer"}});
    registrar.patch(kView, Auth::UserToken, edit,
                    {.body = BodyKind::Json,
                     .description = {.summary = "Change a saved view", .body = "ViewEdit", .answer = "ViewAnswer"}});
    registrar.del(kView, Auth::UserToken, [&](const Request& request) { return removeView(request, service); },
                  {.description = {.summary = "Delete a saved view", .answer = "Message"}});
}

}  // namespace inkwell::views
