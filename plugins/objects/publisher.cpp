#include "publisher.h"

#include <optional>
#include <vector>

namespace inkwell::objects {

namespace {

constexpr std::int64_t kDueAtOnce = 100;

}  // namespace

void Publisher::publishDue() {
    const std::int64_t nowMs = services_.clock().nowMs();
    std::vector<ObjectStore::Due> due;
    do {
        due =
            services_.database().read([&](Sql& sql) { return ObjectStore(sql).dueForPublication(nowMs, kDueAtOnce); });
        for (const ObjectStore::Due& one : due) publishOne(one.bucketId, one.id);
    } while (static_cast<std::int64_t>(due.size()) == kDueAtOnce);
}

void Publisher::publishOne(const std::string& bucketId, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        std::optional<StoredObject> object = ObjectStore(sql).findForUpdate(bucketId, id);
        const std::int64_t nowMs = services_.clock().nowMs();
        // Another server may have been faster, or a client has cleared the time.
        if (!object || !object->publishAtMs || *object->publishAtMs > nowMs) return;
        const std::string previousStatus = object->status;
        object->publishAtMs.reset();
        object->publishedAtMs = nowMs;
        object->status = "published";
        writer_.updateState(sql, *object, previousStatus, {"system", object->triggerWebhook});
    });
}

}  // namespace inkwell::objects
