#include "bulk/bulk_service.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "bulk/bulk_progress.h"
#include "bulk/bulk_undo.h"

namespace inkwell::objects {

namespace {

using Status = BulkResult::Status;

constexpr std::int64_t kSweptAtOnce = 20;

std::unordered_map<std::string_view, StoredObject*> byId(std::vector<StoredObject>& objects) {
    std::unordered_map<std::string_view, StoredObject*> found;
    for (StoredObject& object : objects) found.emplace(object.id, &object);
    return found;
}

// Nothing is stored: `object` may be changed, and is for nothing else.
BulkResult lookAt(Sql& sql, const BulkChange& change, const std::string& id, StoredObject* object) {
    try {
        if (object == nullptr) throw ApiError::notFound("object", id);
        const bool endsDraft = change.endsDraftOf(*object);
        if (!change.prepare(sql, *object)) return {id, Status::Unchanged};
        return {.id = id, .status = Status::Changed, .endsDraft = endsDraft};
    } catch (const ApiError& error) {
        return failedResult(id, error);
    }
}

// What fails stays, so that it can be tried again.
BulkResult undoOne(Sql& sql, const BulkUndo& undo, const std::string& undoId, const UndoStore::Item& item) {
    try {
        undo.check(sql, item);
    } catch (const ApiError& error) {
        return failedResult(item.objectId, error);
    }
    if (!UndoStore(sql).removeItem(undoId, item.place)) return {item.objectId, Status::Unchanged};
    try {
        return {item.objectId, Status::Changed, undo.restore(sql, item)};
    } catch (const ApiError& error) {
        throw HalfStored(failedResult(item.objectId, error));
    }
}

std::vector<BulkResult> undoSome(Sql& sql, const BulkUndo& undo, const std::string& undoId,
                                 std::span<const UndoStore::Place> places) {
    const std::vector<UndoStore::Item> items =
        UndoStore(sql).findItems(undoId, places.front().place - 1, static_cast<std::int64_t>(places.size()));
    std::vector<BulkResult> results;
    auto item = items.begin();
    for (const auto& [place, objectId] : places) {
        const bool isThere = item != items.end() && item->place == place;
        results.push_back(isThere ? undoOne(sql, undo, undoId, *item++) : BulkResult{objectId, Status::Unchanged});
    }
    return results;
}

std::string undoTextOf(const std::string& id, const JsonObject& former) {
    std::string text = writeJson(former);
    if (text.size() > kMostUndoBytes) refuseUndo(id);
    return text;
}

bool anyChanged(const std::vector<BulkResult>& results) {
    return std::any_of(results.begin(), results.end(),
                       [](const BulkResult& one) { return one.status == Status::Changed; });
}

}  // namespace

BulkService::Outcome BulkService::change(const Bucket& bucket, const Access& access, const BulkRequest& request,
                                         const std::string& requestId) {
    const std::vector<std::string> ids = idsOf(bucket, access, request);
    requireRoom(request, ids.size());
    BulkChange change(services_, fields_, bucket, access, request);
    Outcome outcome{{}, request.dryRun, std::nullopt};
    const bool moves = request.action == BulkRequest::Action::Move;
    if (request.dryRun && !moves) {
        outcome.results = look(bucket, change, ids);
        if (!request.each) outcome.results = allOrNone(ids, std::move(outcome.results));
        refuseIfForbidden(outcome.results);
        return outcome;
    }
    const UndoStore::Change undo{services_.ids().next(), bucket.id, access.actor(), nameOf(request.action),
                                 services_.clock().nowMs() + kUndoMs};
    const BulkWork some = [&](Sql& sql, std::span<const std::string> part, std::size_t first) {
        if (first == 0) change.begin(sql);
        return work(sql, change, undo, part, first);
    };
    if (request.dryRun) {
        outcome.results = tryAll(services_.database(), ids, some);
    } else if (request.each) {
        BulkProgress progress(services_, bucket.id, {requestId, undo.id}, ids.size());
        progress.begins();
        outcome.results = runEach(services_.database(), services_.log(), ids, some,
                                  [&](std::size_t done) { progress.reached(done); });
    } else {
        outcome.results = runAll(services_.database(), ids, some);
    }
    if (!request.dryRun && anyChanged(outcome.results)) outcome.undo = Undo{undo.id, undo.expiresAtMs};
    refuseIfForbidden(outcome.results);
    return outcome;
}

std::vector<std::string> BulkService::idsOf(const Bucket& bucket, const Access& access, const BulkRequest& request) {
    if (!request.query) return request.ids;
    // It finds drafts of every type, and what it finds tells of them.
    if (!access.mayReadDrafts(bucket)) {
        throw ApiError::forbidden("a 'query' finds drafts, which the token may not read; name the objects by 'ids'");
    }
    ObjectListRequest asked;
    asked.params.limit = static_cast<std::int64_t>(kMostBulkObjects) + 1;
    asked.params.sort = "order";
    asked.query = *request.query;
    asked.options.visibility = Visibility::Any;
    std::vector<std::string> ids = reader_.ids(bucket, asked);
    if (ids.size() > kMostBulkObjects) {
        throw ApiError::badRequest("the query finds more than " + std::to_string(kMostBulkObjects) +
                                   " objects, the most that are changed at once; ask for fewer");
    }
    return ids;
}

std::vector<BulkResult> BulkService::look(const Bucket& bucket, const BulkChange& change,
                                          std::span<const std::string> ids) {
    std::vector<BulkResult> results;
    for (std::size_t at = 0; at < ids.size(); at += kBulkAtOnce) {
        const std::span<const std::string> part = ids.subspan(at, std::min(kBulkAtOnce, ids.size() - at));
        services_.database().read([&](Sql& sql) {
            std::vector<StoredObject> objects = ObjectStore(sql).findAllLive(bucket.id, part);
            const auto found = byId(objects);
            for (const std::string& id : part) {
                const auto object = found.find(id);
                results.push_back(lookAt(sql, change, id, object == found.end() ? nullptr : object->second));
            }
        });
    }
    return results;
}

std::vector<BulkResult> BulkService::work(Sql& sql, const BulkChange& change, const UndoStore::Change& undo,
                                          std::span<const std::string> ids, std::size_t first) {
    UndoStore undoing(sql);
    bool isThere = false;
    std::vector<StoredObject> objects = ObjectStore(sql).findAllForUpdate(undo.bucketId, ids);
    const auto found = byId(objects);
    std::vector<BulkResult> results;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto known = found.find(ids[i]);
        StoredObject* const object = known == found.end() ? nullptr : known->second;
        StoredObject before = object == nullptr ? StoredObject() : *object;
        results.push_back(lookAt(sql, change, ids[i], object));
        if (results.back().status != Status::Changed) continue;
        if (!isThere && !undoing.exists(undo.id, undo.bucketId, 0)) undoing.insert(undo);
        isThere = true;
        try {
            const auto changed = std::make_shared<StoredObject>(*object);
            const JsonObject former = change.store(sql, std::move(before), changed);
            const auto place = static_cast<std::int64_t>(first + i) + 1;
            undoing.insertItem(undo.id, place, *changed, undoTextOf(ids[i], former));
        } catch (const ApiError& error) {
            throw HalfStored(failedResult(ids[i], error));
        }
    }
    return results;
}

BulkService::UndoPage BulkService::undoable(const Bucket& bucket, const Access& access, std::int64_t limit,
                                            std::int64_t skip) {
    const std::int64_t nowMs = services_.clock().nowMs();
    return services_.database().read([&](Sql& sql) {
        UndoStore store(sql);
        return UndoPage{store.list(bucket.id, access.actor(), nowMs, limit, skip),
                        store.count(bucket.id, access.actor(), nowMs)};
    });
}

std::vector<UndoStore::Place> BulkService::placesOf(const Bucket& bucket, const std::string& undoId) {
    return services_.database().read([&](Sql& sql) {
        UndoStore store(sql);
        std::vector<UndoStore::Place> places;
        if (store.exists(undoId, bucket.id, services_.clock().nowMs())) places = store.findPlaces(undoId);
        if (places.empty()) {
            throw ApiError(
                404, "not_found",
                "there is nothing to undo under '" + undoId + "': it was undone, or ten minutes have passed");
        }
        return places;
    });
}

BulkService::Outcome BulkService::undo(const Bucket& bucket, const Access& access, const std::string& undoId,
                                       bool triggerWebhook) {
    const BulkUndo undo(services_, fields_, bucket, access, triggerWebhook);
    const std::vector<UndoStore::Place> places = placesOf(bucket, undoId);
    std::vector<std::string> ids;
    for (const UndoStore::Place& one : places) ids.push_back(one.objectId);
    const BulkWork some = [&](Sql& sql, std::span<const std::string> part, std::size_t first) {
        return undoSome(sql, undo, undoId, std::span(places).subspan(first, part.size()));
    };
    Outcome outcome;
    outcome.results = runEach(services_.database(), services_.log(), ids, some);
    refuseIfForbidden(outcome.results);
    return outcome;
}

void BulkService::sweep() {
    const std::int64_t nowMs = services_.clock().nowMs();
    std::vector<std::string> expired;
    do {
        // Asked first: where one writes at a time, nobody should wait for nothing.
        expired = services_.database().read([&](Sql& sql) { return UndoStore(sql).findExpired(nowMs, kSweptAtOnce); });
        for (const std::string& id : expired) {
            services_.database().write([&](Sql& sql) { UndoStore(sql).remove(id); });
        }
    } while (static_cast<std::int64_t>(expired.size()) == kSweptAtOnce);
}

}  // namespace inkwell::objects
