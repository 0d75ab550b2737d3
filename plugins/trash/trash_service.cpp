#include "trash_service.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "inkwell/bucket_settings.h"
#include "inkwell/error.h"
#include "inkwell/recoverable.h"

namespace inkwell::trash {

namespace {

constexpr std::int64_t kDayMs = 24 * 60 * 60 * 1000;
constexpr std::int64_t kRemovedAtOnce = 100;
constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

TrashItem getForUpdate(Sql& sql, const Bucket& bucket, const std::string& id) {
    std::optional<TrashItem> item = TrashStore(sql).findForUpdate(bucket.id, id);
    if (!item) throw ApiError(404, "not_found", "'" + id + "' is not in the trash of this bucket");
    return std::move(*item);
}

void requireChange(Services& services, const Access& access, const TrashedRecord& record) {
    const Recoverable* owner = findOwner(services, record.kind);
    if (owner == nullptr) {
        throw ApiError::conflict("the plugin that '" + record.id + "' belongs to is off; switch it on first");
    }
    owner->requireChange(access, record.type, record.status);
}

/// While its plugin is off nobody would release what an item keeps.
std::vector<std::string> kindsWithOwner(Services& services, Sql& sql, const std::string& bucketId) {
    std::vector<std::string> kinds = TrashStore(sql).kinds(bucketId);
    std::erase_if(kinds, [&](const std::string& kind) { return findOwner(services, kind) == nullptr; });
    return kinds;
}

// "" is no slug and so in no list: a contributor and a token with a list of types are refused, whatever it has.
void requireWriteEveryType(const Access& access) {
    if (access.mayWriteObjectsOf("")) return;
    throw ApiError::forbidden((access.tokenId().empty() ? "your role in this bucket" : "this token") +
                              std::string(" does not allow to empty the trash"));
}

}  // namespace

TrashService::TrashService(Services& services, std::int64_t keptDays)
    : services_(services), keptMs_(keptDays * kDayMs) {}

// A person may have erred, and the operator is one; a program means what it says, unless the bucket's admins know
// better.
bool TrashService::isToBeKept(const Bucket& bucket, const Access& access) {
    if (!access.userId().empty() || access == Access::system()) return true;
    BucketSettings* const settings = services_.find<BucketSettings>();
    return settings != nullptr && settings->trashOnDelete(bucket);
}

std::optional<std::int64_t> TrashService::take(const Bucket& bucket, const Access& access,
                                               const TrashedRecord& record) {
    if (!isToBeKept(bucket, access)) return std::nullopt;
    return services_.database().write([&](Sql& sql) {
        TrashStore store(sql);
        const TrashItem item{bucket.id, record, services_.clock().nowMs(), access.actor()};
        store.remove(bucket.id, record.id);  // an earlier one with its id, which an import had brought back
        store.insert(item);
        std::int64_t place = 0;
        takeParts(services_, record.kind, bucket, record.id, [&](const std::string& of, JsonObject part) {
            store.insertPart(item, {++place, of, std::move(part)});
        });
        return std::optional(item.deletedAtMs);
    });
}

void TrashService::restore(const Bucket& bucket, const Access& access, const std::string& id,
                           const Undeletion& undeletion) {
    services_.database().write([&](Sql& sql) {
        TrashStore store(sql);
        const TrashItem item = getForUpdate(sql, bucket, id);
        requireChange(services_, access, item.record);
        if (undeletion.deletedAtMs.value_or(item.deletedAtMs) != item.deletedAtMs) {
            throw ApiError::conflict("'" + id + "' was restored and deleted again meanwhile, and stays in the trash");
        }
        const Recovery recovery{bucket, access, item.record.id, item.record.type, undeletion.triggerWebhook};
        std::int64_t place = 0;
        for (auto part = store.nextPart(bucket.id, id, 0); part; part = store.nextPart(bucket.id, id, place)) {
            place = part->place;
            restorePart(services_, part->of, recovery, std::move(part->document));
        }
        store.remove(bucket.id, id);
    });
}

std::vector<TrashedRecord> TrashService::find(const Bucket& bucket, std::span<const std::string> ids) {
    return services_.database().read([&](Sql& sql) {
        std::vector<TrashedRecord> records;
        for (TrashItem& item : TrashStore(sql).findAll(bucket.id, ids)) records.push_back(std::move(item.record));
        return records;
    });
}

TrashService::List TrashService::list(const Bucket& bucket, const std::string& kind, std::int64_t limit,
                                      std::int64_t skip) {
    return services_.database().read([&](Sql& sql) {
        TrashStore store(sql);
        return List{store.list(bucket.id, kind, limit, skip), store.count(bucket.id, kind)};
    });
}

void TrashService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        const TrashItem item = getForUpdate(sql, bucket, id);
        requireChange(services_, access, item.record);
        purge(sql, item);
    });
}

std::int64_t TrashService::empty(const Bucket& bucket, const Access& access, std::optional<std::int64_t> untilMs) {
    access.requirePublish();
    access.requireWriteMedia();
    requireWriteEveryType(access);
    const auto kinds = services_.database().read([&](Sql& sql) { return TrashStore(sql).kinds(bucket.id); });
    for (const std::string& kind : kinds) {
        if (findOwner(services_, kind) != nullptr) continue;
        throw ApiError::conflict("the trash holds records of the kind '" + kind +
                                 "', whose plugin is off; switch it on first");
    }
    const std::int64_t beganMs = services_.clock().nowMs();
    const std::int64_t lastMs = std::min(untilMs.value_or(beganMs), beganMs);
    std::int64_t removed = 0;
    std::int64_t found = 0;
    do {
        removed += services_.database().write([&](Sql& sql) {
            const std::vector<TrashItem> some = TrashStore(sql).findSome(bucket.id, lastMs, kinds, kRemovedAtOnce);
            found = static_cast<std::int64_t>(some.size());
            return removeSome(sql, some);
        });
    } while (found == kRemovedAtOnce);
    return removed;
}

std::int64_t TrashService::removeSome(Sql& sql, const std::vector<TrashItem>& items) {
    std::int64_t count = 0;
    for (const TrashItem& item : items) count += purge(sql, item) ? 1 : 0;
    return count;
}

bool TrashService::purge(Sql& sql, const TrashItem& item) {
    TrashStore store(sql);
    const std::string& bucketId = item.bucketId;
    const std::string& id = item.record.id;
    const std::optional<TrashItem> now = store.findForUpdate(bucketId, id);
    if (!now || now->deletedAtMs != item.deletedAtMs) return false;
    std::int64_t place = 0;
    for (auto part = store.nextPart(bucketId, id, 0); part; part = store.nextPart(bucketId, id, place)) {
        place = part->place;
        if (Recoverable* one = findRecoverable(services_, part->of)) one->forget(id, part->document);
    }
    store.remove(bucketId, id);
    return true;
}

void TrashService::sweep() {
    const std::int64_t before = services_.clock().nowMs() - keptMs_;
    std::int64_t removed = 0;
    do {
        // Asked first: where one writes at a time, nobody should wait for nothing.
        const auto items = services_.database().read([&](Sql& sql) {
            return TrashStore(sql).findOlder(before, kindsWithOwner(services_, sql, ""), kRemovedAtOnce);
        });
        if (items.empty()) return;
        removed = services_.database().write([&](Sql& sql) { return removeSome(sql, items); });
    } while (removed == kRemovedAtOnce);
}

// What has no owner now the sweep removes once it has one.
void TrashService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) {
        const std::vector<std::string> kinds = kindsWithOwner(services_, sql, bucketId);
        while (removeSome(sql, TrashStore(sql).findSome(bucketId, kEver, kinds, kRemovedAtOnce)) > 0) {
        }
    });
}

void TrashService::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql& sql) {
        TrashStore store(sql);
        store.renameType(bucketId, from, to);
        const std::string mention = writeJson(Json(from));
        std::string id;
        std::int64_t place = 0;
        for (auto found = store.nextMention(bucketId, mention, id, place); found;
             found = store.nextMention(bucketId, mention, id, place)) {
            id = found->id;
            place = found->part.place;
            const Recoverable* one = findRecoverable(services_, found->part.of);
            if (one != nullptr && one->renameType(found->part.document, from, to)) {
                store.updatePart(bucketId, id, found->part);
            }
        }
    });
}

}  // namespace inkwell::trash
