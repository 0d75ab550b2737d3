#include "queue/event_bodies.h"

#include <algorithm>
#include <utility>

#include "inkwell/props.h"

namespace inkwell::webhooks {

namespace {

// A copy of what is wanted of `value`, if it is anything. All of it is not copied first: a hundred webhooks may each
// want a little of one large record.
std::optional<Json> wantedOf(const Json& value, const Props& wanted) {
    if (wanted.isEverything() || value.is_null()) return value;
    if (const JsonObject* object = value.if_object()) {
        JsonObject kept;
        for (const auto& [key, member] : *object) {
            const Props* below = wanted.find(key);
            std::optional<Json> part = below == nullptr ? std::nullopt : wantedOf(member, *below);
            if (part) kept.emplace(key, std::move(*part));
        }
        return Json(std::move(kept));
    }
    const JsonArray* array = value.if_array();
    if (array == nullptr) return std::nullopt;
    JsonArray kept;
    for (const Json& element : *array) {
        if (std::optional<Json> part = wantedOf(element, wanted)) kept.push_back(std::move(*part));
    }
    return Json(std::move(kept));
}

// So many bytes has the text of that, or more; 0 where it is nothing. Nothing is copied to find it out.
std::size_t leastBytesOf(const Json& value, const Props& wanted) {
    std::size_t bytes = 2;  // what is around it
    if (const JsonObject* object = value.if_object()) {
        for (const auto& [key, member] : *object) {
            const Props* below = wanted.find(key);
            const std::size_t part = below == nullptr ? 0 : leastBytesOf(member, *below);
            if (part > 0) bytes += key.size() + part;
        }
        return bytes;
    }
    if (const JsonArray* array = value.if_array()) {
        for (const Json& element : *array) bytes += leastBytesOf(element, wanted);
        return bytes;
    }
    if (!wanted.isEverything() && !value.is_null()) return 0;
    return value.is_string() ? bytes + value.get_string().size() : 1;
}

std::string writeShown(const Json& record, const Props& wanted) {
    return wanted.isEverything() ? writeJson(record) : writeJson(*wantedOf(record, wanted));
}

}  // namespace

std::string envelope(const Change& change, std::string_view event, const std::string& data) {
    std::string body = writeJson(JsonObject{{"type", event}, {"created_at", change.timeMs}});
    body.pop_back();
    return body + ",\"data\":" + data + "}";
}

bool EventBodies::isComplete() const {
    return std::all_of(textOf_.begin(), textOf_.end(), [](const auto& text) { return text.has_value(); });
}

void EventBodies::add(const Json& record, std::size_t& room) {
    struct Missing {
        std::size_t leastBytes = 0;
        std::size_t props = 0;
        Props wanted;
    };
    std::vector<Missing> smallestFirst;
    for (std::size_t i = 0; i < allProps_.size(); ++i) {
        if (textOf_[i]) continue;
        Props wanted = Props::parse(allProps_[i]).value_or(Props::everything());
        const std::size_t leastBytes = leastBytesOf(record, wanted);
        if (leastBytes <= kMaxBytes) smallestFirst.push_back({leastBytes, i, std::move(wanted)});
    }
    std::stable_sort(smallestFirst.begin(), smallestFirst.end(),
                     [](const Missing& a, const Missing& b) { return a.leastBytes < b.leastBytes; });
    for (const Missing& one : smallestFirst) {
        if (bytes_ + one.leastBytes > kMaxBytesTogether) return;
        std::string text = envelope(change_, event_, writeShown(record, one.wanted));
        if (text.size() > room) {
            room = 0;
            return;
        }
        room -= text.size();
        if (text.size() <= kMaxBytes) textOf_[one.props] = keep(std::move(text));
    }
}

void EventBodies::fill(const std::string& data) {
    if (isComplete()) return;
    const std::size_t place = keep(envelope(change_, event_, data));
    for (std::optional<std::size_t>& text : textOf_) text = text.value_or(place);
}

std::size_t EventBodies::keep(std::string text) {
    const auto found = std::find(texts_.begin(), texts_.end(), text);
    const auto place = static_cast<std::size_t>(found - texts_.begin());
    if (found == texts_.end()) {
        bytes_ += text.size();
        texts_.push_back(std::move(text));
    }
    return place;
}

}  // namespace inkwell::webhooks
