#include "inkwell/props.h"

#include <algorithm>

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

ApiError tooMuch(const std::string& what) { return ApiError::badRequest("the parameter 'props' " + what); }

// Takes the first part off `rest`, up to `separator`.
std::string_view takePart(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

}  // namespace

std::optional<Props> Props::parse(std::string_view text) {
    if (text.size() > kMaxLength) throw tooMuch("has more than " + std::to_string(kMaxLength) + " bytes");
    Props root;
    std::size_t paths = 0;
    while (!text.empty()) {
        const std::string_view path = trimmed(takePart(text, ','));
        if (path.empty()) continue;
        if (++paths > kMaxPaths) throw tooMuch("has more than " + std::to_string(kMaxPaths) + " names");
        root.add(path);
    }
    return paths == 0 ? std::nullopt : std::optional(std::move(root));
}

const Props& Props::everything() {
    static const Props kEverything;
    return kEverything;
}

void Props::add(std::string_view path) {
    if (static_cast<std::size_t>(std::count(path.begin(), path.end(), '.')) >= kMaxDepth) {
        throw tooMuch("goes deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    Props* at = this;
    bool isNew = true;  // the root is empty only before its first path
    while (!path.empty()) {
        if (at->isEverything() && !isNew) return;  // "metadata,metadata.a": the wider one wins
        const std::string_view name = takePart(path, '.');
        const auto place = std::lower_bound(at->names_.begin(), at->names_.end(), name);
        const auto index = place - at->names_.begin();
        isNew = place == at->names_.end() || *place != name;
        if (isNew) {
            at->names_.emplace(place, name);
            at->below_.emplace(at->below_.begin() + index);
        }
        at = &at->below_[static_cast<std::size_t>(index)];
    }
    at->names_.clear();
    at->below_.clear();
}

const Props* Props::find(std::string_view name) const {
    if (isEverything()) return &everything();
    const auto place = std::lower_bound(names_.begin(), names_.end(), name);
    if (place == names_.end() || *place != name) return nullptr;
    const Props& found = below_[static_cast<std::size_t>(place - names_.begin())];
    return found.isEverything() ? &everything() : &found;
}

bool Props::wants(std::string_view path) const {
    const Props* at = this;
    while (at != nullptr && !path.empty()) at = at->find(takePart(path, '.'));
    return at != nullptr;
}

void Props::project(JsonObject& object) const {
    if (isEverything()) return;
    JsonObject kept(object.storage());
    kept.reserve(std::min(object.size(), names_.size()));
    for (auto& member : object) {
        const Props* below = find(member.key());
        if (below != nullptr && below->projectValue(member.value()))
            kept.emplace(member.key(), std::move(member.value()));
    }
    object = std::move(kept);
}

bool Props::projectValue(Json& value) const {
    if (isEverything() || value.is_null()) return true;
    if (JsonObject* object = value.if_object()) {
        project(*object);
        return true;
    }
    JsonArray* array = value.if_array();
    if (array == nullptr) return false;
    JsonArray kept(array->storage());
    kept.reserve(array->size());
    for (Json& element : *array)
        if (projectValue(element)) kept.push_back(std::move(element));
    *array = std::move(kept);
    return true;
}

}  // namespace inkwell
