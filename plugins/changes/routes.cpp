#include "routes.h"

#include <memory>
#include <span>
#include <utility>

#include "audit_view.h"
#include "change_stream.h"
#include "inkwell/error.h"
#include "inkwell/list_params.h"
#include "inkwell/object_catalog.h"
#include "inkwell/request_params.h"
#include "input.h"
#include "openapi.h"

namespace inkwell::changes {

namespace {

constexpr int kRetryAfterSeconds = 30;  // a disabled plugin comes back by an operator's hand

Response listAudit(const Request& request, Services& services) {
    const ListParams params = parseListParams(request, services.server().maxLimit, {"-time"});
    const ChangeLog::Page page =
        services.changes().list(request.bucket().id, parseAuditFilter(request), params.limit, params.skip);
    JsonArray entries;
    entries.reserve(page.changes.size());
    for (const Change& change : page.changes) entries.push_back(renderAuditEntry(change));
    return Response::ok({{"audit", std::move(entries)}, {"total", page.total}, {"limit", params.limit}});
}

// Of what is gone the audit tells: who may read an object is asked of the object.
Response listActivity(const Request& request, Services& services) {
    request.requireReadDrafts();
    const std::string& id = request.path("object_id");
    auto* catalog = services.find<ObjectCatalog>();
    if (catalog == nullptr) throw ApiError::unavailable("objects are disabled", kRetryAfterSeconds);
    const ListParams params = parseListParams(request, services.server().maxLimit, {"-time"});
    if (catalog->summaries(request.bucket(), std::span(&id, 1)).empty()) throw ApiError::notFound("object", id);
    const std::string& bucketId = request.bucket().id;
    const ChangeLog::Page page = services.changes().listOfObject(bucketId, id, params.limit, params.skip);
    // Members know each other; a key may be anybody's.
    const People people = request.access().userId().empty() ? People{} : peopleOf(services, bucketId, page.changes);
    JsonArray entries;
    entries.reserve(page.changes.size());
    for (const Change& change : page.changes) entries.push_back(renderActivity(change, people));
    return Response::ok({{"activity", std::move(entries)}, {"total", page.total}, {"limit", params.limit}});
}

Response openStream(const Request& request, Services& services, Hub& hub, std::chrono::seconds heartbeat) {
    StreamWish wish = parseStreamWish(request);
    if (!request.access().userId().empty()) wish.token = bearerToken(request.header("Authorization").value_or(""));
    wish.bucketToken = request.access().tokenId();
    const auto stream = std::make_shared<ChangeStream>(services, hub, request.bucket(), std::move(wish), heartbeat);
    Response response;
    // The last one keeps nginx from holding events back.
    response.headers = {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}};
    response.live =
        LiveBody{"text/event-stream", [stream](std::chrono::milliseconds wait) { return stream->next(wait); }};
    return response;
}

}  // namespace

void addRoutes(Registrar& registrar, Services& services, Hub& hub, std::chrono::seconds heartbeat) {
    const RouteDescription ofAudit{.summary = "Who changed what",
                                   .query = {"audit_sort", "limit", "skip", "audit_kind", "audit_action", "audit_actor",
                                             "audit_id", "audit_since", "audit_until"},
                                   .answer = "AuditList"};
    const RouteDescription ofStream{.summary = "Changes as they happen, by default those of published content",
                                    .query = {"changes_types", "changes_status", "changes_from", "changes_last_event"},
                                    .answer = "ChangeStream",
                                    .others = {{403, ""}}};
    registrar.openApi(kOpenApi);
    registrar.get("/v2/buckets/{bucket_slug}/audit", Auth::BucketAdmin,
                  [&](const Request& request) { return listAudit(request, services); }, {.description = ofAudit});
    registrar.get("/v2/buckets/{bucket_slug}/objects/{object_id}/activity", Auth::WriteKey,
                  [&](const Request& request) { return listActivity(request, services); },
                  {.description = {.summary = "Who changed an object, and when",
                                   .query = {"audit_sort", "limit", "skip"},
                                   .answer = "ActivityList"}});
    registrar.get(
        "/v2/buckets/{bucket_slug}/changes", Auth::ReadKey,
        [&services, &hub, heartbeat](const Request& request) { return openStream(request, services, hub, heartbeat); },
        {.description = ofStream});
}

}  // namespace inkwell::changes
