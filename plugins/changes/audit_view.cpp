#include "audit_view.h"

#include "inkwell/text.h"

namespace inkwell::changes {

Json renderActor(const std::string& actor) {
    if (isId(actor)) return JsonObject{{"kind", "user"}, {"id", actor}};
    return JsonObject{{"kind", actor == "write_key" ? "write_key" : "system"}, {"id", nullptr}};
}

JsonObject renderAuditEntry(const Change& change) {
    return {{"number", std::to_string(change.sequence)},
            {"time", isoTime(change.timeMs)},
            {"actor", renderActor(change.actor)},
            {"action", change.action},
            {"kind", change.kind},
            {"type", change.type.empty() ? Json() : Json(change.type)},
            {"id", change.id}};
}

JsonObject renderActivity(const Change& change) {
    return {{"number", std::to_string(change.sequence)},
            {"time", isoTime(change.timeMs)},
            {"actor", renderActor(change.actor)},
            {"action", change.action},
            {"reader_action", change.readerAction.empty() ? Json() : Json(change.readerAction)}};
}

}  // namespace inkwell::changes
