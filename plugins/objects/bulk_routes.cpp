#include <string_view>

#include "bulk/bulk_input.h"
#include "inkwell/request_params.h"
#include "inkwell/text.h"
#include "input.h"
#include "routes.h"

namespace inkwell::objects {

namespace {

const std::string kBulk = "/v2/buckets/{bucket_slug}/objects/bulk";

std::string_view nameOf(BulkResult::Status status) {
    switch (status) {
        case BulkResult::Status::Changed:
            return "changed";
        case BulkResult::Status::Unchanged:
            return "unchanged";
        case BulkResult::Status::Failed:
            return "failed";
        case BulkResult::Status::Skipped:
            return "skipped";
    }
    return "";
}

Response answer(const Request& request, const BulkService::Outcome& outcome) {
    std::int64_t changed = 0;
    std::int64_t failed = 0;
    JsonArray results(request.memory());
    results.reserve(outcome.results.size());
    for (const BulkResult& one : outcome.results) {
        if (one.status == BulkResult::Status::Changed) ++changed;
        if (one.status == BulkResult::Status::Failed) ++failed;
        JsonObject shown{{"id", one.id}, {"status", nameOf(one.status)}};
        if (!one.message.empty()) shown["message"] = one.message;
        if (one.endsDraft && one.status == BulkResult::Status::Changed) shown["ends_draft"] = true;
        results.push_back(std::move(shown));
    }
    JsonObject body(request.memory());
    body.emplace("results", std::move(results));
    body.emplace("changed", changed);
    body.emplace("failed", failed);
    body.emplace("dry_run", outcome.dryRun);
    Json undo;
    if (outcome.undo) undo = JsonObject{{"id", outcome.undo->id}, {"expires_at", isoTime(outcome.undo->expiresAtMs)}};
    body.emplace("undo", std::move(undo));
    return Response::ok(std::move(body));
}

// Of each caller another one, and over within minutes: for no cache.
Response list(const Request& request, BulkService& bulk, std::int64_t maxLimit) {
    const ListParams params = parseListParams(request, maxLimit, {});
    const BulkService::UndoPage page = bulk.undoable(request.bucket(), request.access(), params.limit, params.skip);
    JsonArray changes;
    for (const UndoStore::Listed& one : page.changes) {
        changes.push_back(JsonObject{{"id", one.id},
                                     {"action", one.action},
                                     {"objects", one.objects},
                                     {"began_at", isoTime(one.expiresAtMs - BulkService::kUndoMs)},
                                     {"expires_at", isoTime(one.expiresAtMs)}});
    }
    Response response = Response::ok({{"changes", std::move(changes)}, {"total", page.total}, {"limit", params.limit}});
    response.headers.emplace_back("Cache-Control", "no-store");
    return response;
}

}  // namespace

void addBulkRoutes(Registrar& registrar, Services& services, BulkService& bulk) {
    const auto change = [&services, &bulk](const Request& request) {
        const BulkRequest asked = parseBulk(request.json(), services.clock().nowMs());
        return answer(request, bulk.change(request.bucket(), request.access(), asked, request.id()));
    };
    const auto undo = [&bulk](const Request& request) {
        const bool triggerWebhook = parseWebhookFlag(request.json(), "the change cannot be undone");
        return answer(request, bulk.undo(request.bucket(), request.access(), request.path("undo_id"), triggerWebhook));
    };
    registrar.get(kBulk, Auth::WriteKey,
                  [&](const Request& request) { return list(request, bulk, services.server().maxLimit); },
                  {.description = {.summary = "List your changes of many objects that can still be undone",
                                   .query = {"limit", "skip"},
                                   .answer = "ObjectBulkList"}});
    registrar.post(kBulk, Auth::WriteKey, change,
                   {.body = BodyKind::Json,
                    .costly = true,
                    .description = {.summary = "Change, publish, unpublish, delete or move many objects",
                                    .body = "ObjectBulk",
                                    .answer = "ObjectBulkDone"}});
    registrar.post(kBulk + "/{undo_id}/undo", Auth::WriteKey, undo,
                   {.body = BodyKind::OptionalJson,
                    .costly = true,
                    .description = {.summary = "Undo a change of many objects, within ten minutes",
                                    .body = "ObjectBulkUndo",
                                    .answer = "ObjectBulkDone"}});
}

}  // namespace inkwell::objects
