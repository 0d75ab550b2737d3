#include "inkwell/props.h"

#include <algorithm>
#include <utility>

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

ApiError refused(const std::string& what) { return ApiError::badRequest("the parameter 'props' " + what); }

// Takes the first part off `rest`, up to `separator`.
std::string_view takePart(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

bool isSeparator(char c) { return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool isOfName(char c) { return c != '{' && c != '}' && !isSeparator(c); }

// The paths of a graph. A name is the end of a path until a brace opens below it.
class Graph {
public:
    /// `text` begins behind the first brace.
    Graph(std::string_view text, const std::function<bool(std::string_view)>& visit) : rest_(text), visit_(visit) {}

    bool walk() {
        while (!rest_.empty() && !isClosed_) {
            const char c = rest_.front();
            if (isOfName(c)) {
                if (!endPath()) return true;
                path_.resize(levels_.empty() ? 0 : levels_.back());
                if (!path_.empty()) path_ += '.';
                while (!rest_.empty() && isOfName(rest_.front())) path_ += takeOne();
                hasPath_ = true;
                continue;
            }
            takeOne();
            if (c == '{' && !open()) return false;
            if (c == '}' && !close()) return true;
        }
        return isClosed_ && trimmed(rest_).empty();
    }

private:
    char takeOne() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }
    bool endPath() { return !std::exchange(hasPath_, false) || visit_(path_); }
    bool open() {
        if (!hasPath_) return false;  // below which name?
        hasPath_ = false;
        levels_.push_back(path_.size());
        return true;
    }
    // False when nobody wants more.
    bool close() {
        if (!endPath()) return false;
        isClosed_ = levels_.empty();
        if (!isClosed_) levels_.pop_back();
        return true;
    }

    std::string_view rest_;
    const std::function<bool(std::string_view)>& visit_;
    std::string path_;
    std::vector<std::size_t> levels_;  // of each open brace: how much of the path stands before it
    bool hasPath_ = false;             // not yet told
    bool isClosed_ = false;
};

}  // namespace

bool Props::forEachPath(std::string_view text, const std::function<bool(std::string_view)>& visit) {
    if (const std::string_view graph = trimmed(text); graph.starts_with('{'))
        return Graph(graph.substr(1), visit).walk();
    while (!text.empty()) {
        const std::string_view path = trimmed(takePart(text, ','));
        if (!path.empty() && !visit(path)) break;
    }
    return true;
}

std::optional<Props> Props::parse(std::string_view text) {
    if (text.size() > kMaxLength) throw refused("has more than " + std::to_string(kMaxLength) + " bytes");
    Props root;
    std::size_t paths = 0;
    const bool isWhole = forEachPath(text, [&](std::string_view path) {
        if (++paths > kMaxPaths) throw refused("has more than " + std::to_string(kMaxPaths) + " names");
        root.add(path);
        return true;
    });
    if (!isWhole)
        throw refused("is a graph whose braces do not match: write \"{ title metadata { author { title } } }\"");
    return paths == 0 ? std::nullopt : std::optional(std::move(root));
}

const Props& Props::everything() {
    static const Props kEverything;
    return kEverything;
}

void Props::add(std::string_view path) {
    if (static_cast<std::size_t>(std::count(path.begin(), path.end(), '.')) >= kMaxDepth) {
        throw refused("goes deeper than " + std::to_string(kMaxDepth) + " levels");
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

bool Props::wantsParts() const {
    return std::any_of(below_.begin(), below_.end(), [](const Props& below) { return !below.isEverything(); });
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
