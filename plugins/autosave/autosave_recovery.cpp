#include "autosave_recovery.h"

#include <optional>
#include <span>
#include <utility>

#include "autosave_store.h"
#include "inkwell/member_directory.h"

namespace inkwell::autosave {

namespace {

JsonObject partOf(const AutosaveItem& item) {
    return {{"user_id", item.userId},
            {"version", item.baseVersion ? Json(*item.baseVersion) : Json()},
            {"saved_at", item.savedAtMs},
            {"object", parseStoredJson(item.document)}};
}

AutosaveItem itemOf(const Recovery& recovery, const JsonObject& part) {
    const Json& version = part.at("version");
    return {recovery.bucket.id,
            recovery.id,
            std::string(textOf(part, "user_id")),
            version.is_null() ? std::nullopt : std::optional(version.to_number<std::int64_t>()),
            part.at("saved_at").to_number<std::int64_t>(),
            writeJson(part.at("object"))};
}

}  // namespace

void AutosaveRecovery::take(const Bucket& bucket, const std::string& id, const Keep& keep) {
    services_.database().write([&](Sql& sql) {
        AutosaveStore store(sql);
        for (const std::string& userId : store.peopleForUpdate(bucket.id, id)) {
            if (const auto item = store.find(bucket.id, id, userId)) keep(partOf(*item));
        }
    });
}

void AutosaveRecovery::restore(const Recovery& recovery, JsonObject part) {
    const AutosaveItem item = itemOf(recovery, part);
    if (!isMember(recovery.bucket, item.userId)) return;
    services_.database().write([&](Sql& sql) {
        AutosaveStore store(sql);
        store.put(item);
        store.keepNewest(item.bucketId, item.userId, perPerson_);
    });
}

// While nobody knows the members, nothing is lost.
bool AutosaveRecovery::isMember(const Bucket& bucket, const std::string& userId) const {
    auto* const members = services_.find<MemberDirectory>();
    return members == nullptr || !members->findMembers(bucket.id, std::span(&userId, 1)).empty();
}

}  // namespace inkwell::autosave
