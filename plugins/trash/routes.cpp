#include "routes.h"

#include "inkwell/request_params.h"
#include "inkwell/text.h"
#include "openapi.h"

namespace inkwell::trash {

namespace {

const std::string kTrash = "/v2/buckets/{bucket_slug}/trash";

JsonObject shown(const TrashItem& item, std::int64_t expiresAtMs) {
    const TrashedRecord& record = item.record;
    return {{"id", record.id},
            {"kind", record.kind},
            {"title", record.title},
            {"type", textOrNull(record.type)},
            {"slug", textOrNull(record.slug)},
            {"status", textOrNull(record.status)},
            {"deleted_at", isoTime(item.deletedAtMs)},
            {"deleted_by", textOrNull(item.deletedBy)},
            {"expires_at", isoTime(expiresAtMs)}};
}

Response list(const Request& request, Services& services, TrashService& trash) {
    request.requireReadDrafts();
    const ListParams params = parseListParams(request, services.server().maxLimit, {});
    const std::string kind = request.choice("kind", "", {"object", "media"});
    const TrashService::List found = trash.list(request.bucket(), kind, params.limit, params.skip);
    JsonArray items(request.memory());
    items.reserve(found.items.size());
    for (const TrashItem& item : found.items) items.push_back(shown(item, trash.expiryOf(item)));
    JsonObject body(request.memory());
    body.emplace("trash", std::move(items));
    body.emplace("total", found.total);
    body.emplace("limit", params.limit);
    return Response::ok(std::move(body));
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, TrashService& trash) {
    const auto restore = [&trash](const Request& request) {
        trash.restore(request.bucket(), request.access(), request.path("id"), {});
        return Response::message("'" + request.path("id") + "' was restored");
    };
    const auto remove = [&trash](const Request& request) {
        trash.remove(request.bucket(), request.access(), request.path("id"));
        return Response::message("'" + request.path("id") + "' was removed for good");
    };
    const auto empty = [&trash](const Request& request) {
        const std::optional<std::int64_t> untilMs = parseTime(request, "deleted_until");
        const std::int64_t removed = trash.empty(request.bucket(), request.access(), untilMs);
        const std::string state = untilMs ? "" : "the trash is empty; ";
        return Response::message(state + "removed for good: " + std::to_string(removed));
    };
    registrar.openApi(kOpenApi);
    registrar.get(kTrash, Auth::WriteKey,
                  [&services, &trash](const Request& request) { return list(request, services, trash); },
                  {.description = {.summary = "Deleted objects and media that can come back",
                                   .query = {"trash_kind", "limit", "skip"},
                                   .answer = "TrashList"}});
    registrar.post(kTrash + "/{id}/restore", Auth::WriteKey, restore,
                   {.body = BodyKind::None, .description = {.summary = "Bring a record back", .answer = "Message"}});
    registrar.del(kTrash + "/{id}", Auth::WriteKey, remove,
                  {.description = {.summary = "Remove a record from the trash, for good", .answer = "Message"}});
    registrar.del(
        kTrash, Auth::WriteKey, empty,
        {.costly = true,
         .description = {.summary = "Empty the trash, for good", .query = {"deleted_until"}, .answer = "Message"}});
}

}  // namespace inkwell::trash
