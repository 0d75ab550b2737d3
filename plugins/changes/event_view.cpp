#include "event_view.h"

#include "audit_view.h"
#include "inkwell/text.h"

namespace inkwell::changes {

namespace {

// Browsers come again at once otherwise, all together.
constexpr int kRetryMs = 3000;

std::string idLine(const std::optional<std::string>& id) { return id ? "id: " + *id + "\n" : std::string(); }

}  // namespace

std::string renderOpening(Audience audience) {
    const std::string of = audience == Audience::Members ? "" : "published ";
    return "retry: " + std::to_string(kRetryMs) + "\n: " + of + "changes of this bucket\n\n";
}

std::string renderMark(const std::string& event, const std::optional<std::string>& id) {
    return idLine(id) + "event: " + event + "\ndata: {}\n\n";
}

std::string renderChange(const Change& change, const std::optional<std::string>& id, Audience audience,
                         const People& people) {
    const bool forMembers = audience == Audience::Members;
    const std::string& action = forMembers ? change.action : change.readerAction;
    JsonObject data{{"kind", change.kind},
                    {"type", textOrNull(change.type)},
                    {"id", change.id},
                    {"action", action},
                    {"time", isoTime(change.timeMs)}};
    if (forMembers) {
        data["reader_action"] = textOrNull(change.readerAction);
        data["actor"] = renderActor(change.actor, people);
        if (!change.objectId.empty()) data["object"] = change.objectId;
    }
    return idLine(id) + "event: " + change.kind + "." + action + "\ndata: " + writeJson(data) + "\n\n";
}

std::string renderNote(const std::string& event, const JsonObject& data) {
    return "event: " + event + "\ndata: " + writeJson(data) + "\n\n";
}

std::string renderHeartbeat(const std::optional<std::string>& id) { return ": still here\n" + idLine(id) + "\n"; }

}  // namespace inkwell::changes
