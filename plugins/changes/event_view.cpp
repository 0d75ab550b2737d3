#include "event_view.h"

#include "inkwell/json.h"
#include "inkwell/text.h"

namespace inkwell::changes {

namespace {

// Browsers come again at once otherwise, all together.
constexpr int kRetryMs = 3000;

std::string idLine(const std::optional<std::string>& id) { return id ? "id: " + *id + "\n" : std::string(); }

}  // namespace

std::string renderOpening() {
    return "retry: " + std::to_string(kRetryMs) + "\n: published changes of this bucket\n\n";
}

std::string renderMark(const std::string& event, const std::optional<std::string>& id) {
    return idLine(id) + "event: " + event + "\ndata: {}\n\n";
}

std::string renderChange(const Change& change, const std::optional<std::string>& id) {
    const JsonObject data{{"kind", change.kind},
                          {"type", change.type.empty() ? Json() : Json(change.type)},
                          {"id", change.id},
                          {"action", change.readerAction},
                          {"time", isoTime(change.timeMs)}};
    return idLine(id) + "event: " + change.kind + "." + change.readerAction + "\ndata: " + writeJson(data) + "\n\n";
}

std::string renderHeartbeat(const std::optional<std::string>& id) { return ": still here\n" + idLine(id) + "\n"; }

}  // namespace inkwell::changes
