#include "audit_view.h"

#include <set>
#include <vector>

#include "inkwell/text.h"

namespace inkwell::changes {

namespace {

constexpr std::string_view kOfToken = "token:";

}  // namespace

Json renderActor(const std::string& actor, const People& people) {
    if (isId(actor)) {
        JsonObject user{{"kind", "user"}, {"id", actor}};
        const auto person = people.find(actor);
        if (person != people.end()) user["user"] = renderPerson(person->second);
        return user;
    }
    if (actor.starts_with(kOfToken)) return JsonObject{{"kind", "token"}, {"id", actor.substr(kOfToken.size())}};
    return JsonObject{{"kind", actor == "write_key" ? "write_key" : "system"}, {"id", nullptr}};
}

People peopleOf(Services& services, const std::string& bucketId, std::span<const Change> changes) {
    std::set<std::string> ids;
    for (const Change& change : changes) {
        if (isId(change.actor)) ids.insert(change.actor);
    }
    if (ids.empty()) return {};
    auto* const directory = services.find<MemberDirectory>();
    if (directory == nullptr) return {};
    return directory->findMembers(bucketId, std::vector<std::string>(ids.begin(), ids.end()));
}

JsonObject renderAuditEntry(const Change& change) {
    JsonObject entry{{"number", std::to_string(change.sequence)},
                     {"time", isoTime(change.timeMs)},
                     {"actor", renderActor(change.actor)},
                     {"action", change.action},
                     {"kind", change.kind},
                     {"type", textOrNull(change.type)},
                     {"id", change.id}};
    if (!change.objectId.empty()) entry["object"] = change.objectId;
    if (!change.detail.empty()) entry["detail"] = change.detail;
    return entry;
}

JsonObject renderActivity(const Change& change, const People& people) {
    JsonObject entry{{"number", std::to_string(change.sequence)},
                     {"time", isoTime(change.timeMs)},
                     {"actor", renderActor(change.actor, people)},
                     {"action", change.action},
                     {"kind", change.kind},
                     {"id", change.id},
                     {"reader_action", textOrNull(change.readerAction)}};
    if (!change.detail.empty()) entry["detail"] = change.detail;
    return entry;
}

}  // namespace inkwell::changes
