#include "kernel/snapshot/known_parameters.h"

#include <algorithm>
#include <set>

#include "inkwell/props.h"
#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMaxIgnored = 20;
constexpr std::size_t kMaxIgnoredBytes = 64;
constexpr std::string_view kMore = "...";
constexpr std::string_view kSchemas = "#/components/schemas/";
constexpr std::string_view kProps = "props";
constexpr int kFirstOther = 300;

const JsonObject* member(const JsonObject* object, std::string_view name) {
    const Json* found = object == nullptr ? nullptr : object->if_contains(name);
    return found == nullptr ? nullptr : found->if_object();
}

const JsonObject* component(const JsonObject& components, std::string_view kind, std::string_view name) {
    return member(member(&components, kind), name);
}

const JsonObject* resolved(const JsonObject* schema, const JsonObject& components) {
    if (schema == nullptr) return nullptr;
    const std::string_view reference = textOf(*schema, "$ref");
    return reference.starts_with(kSchemas) ? component(components, "schemas", reference.substr(kSchemas.size()))
                                           : schema;
}

// The record in an answer such as {object} and {objects, total, limit}.
std::vector<std::string> recordMembers(const JsonObject& components, std::string_view answer) {
    std::set<std::string> names;
    const JsonObject* envelope = member(component(components, "schemas", answer), "properties");
    if (envelope == nullptr) return {};
    for (const auto& one : *envelope) {
        const JsonObject* schema = resolved(one.value().if_object(), components);
        if (const JsonObject* items = member(schema, "items")) schema = resolved(items, components);
        const JsonObject* properties = member(schema, "properties");
        if (properties == nullptr) continue;
        for (const auto& property : *properties) names.emplace(property.key());
    }
    return {names.begin(), names.end()};
}

bool has(const std::vector<std::string>& sorted, std::string_view name) {
    return std::binary_search(sorted.begin(), sorted.end(), name, std::less<>());
}

// Not from a "=" on: behind one that a client encoded by mistake a key may stand, and this goes into the log.
std::string shown(std::string_view name) {
    name = name.substr(0, name.find('='));
    std::string text = percentEncoded(name.substr(0, kMaxIgnoredBytes));
    if (name.size() <= kMaxIgnoredBytes && text.size() <= kMaxIgnoredBytes) return text;
    text.resize(kMaxIgnoredBytes - kMore.size());
    const std::size_t percent = text.rfind('%');
    if (percent != std::string::npos && percent + 2 >= text.size()) text.resize(percent);  // no half of a %XX
    return text.append(kMore);
}

class List {
public:
    /// False when there is no room for more.
    bool add(const std::string& text) {
        if (!seen_.insert(text).second) return true;
        const bool isFull = seen_.size() > kMaxIgnored;
        (text_ += text_.empty() ? "" : ", ") += isFull ? std::string(kMore) : text;
        return !isFull;
    }
    std::string take() { return std::move(text_); }

private:
    std::set<std::string> seen_;
    std::string text_;
};

}  // namespace

bool isJsonRead(const Route& route, const JsonObject& components) {
    const RouteDescription& told = route.options.description;
    const bool isOther = *told.answer == '\0' && std::any_of(told.others.begin(), told.others.end(),
                                                             [](const auto& one) { return one.first < kFirstOther; });
    return route.method == Method::Get && !isOther && component(components, "responses", told.answer) == nullptr;
}

std::vector<std::string> parameterComponents(const Route& route, const JsonObject& components) {
    std::vector<std::string> names(route.options.description.query.begin(), route.options.description.query.end());
    if (isJsonRead(route, components)) names.emplace_back("pretty");
    if (route.options.cacheable && route.auth == Auth::ReadKey) names.emplace_back("use_cache");
    if (route.method == Method::Post) names.emplace_back("idempotency_key");
    std::set<std::string> seen;
    std::erase_if(names, [&](const std::string& name) { return !seen.insert(name).second; });
    return names;
}

std::shared_ptr<const KnownParameters> KnownParameters::of(const Route& route, const JsonObject& components) {
    const RouteDescription& told = route.options.description;
    if (route.method != Method::Get || *told.summary == '\0') return nullptr;
    auto known = std::make_shared<KnownParameters>();
    if (route.auth == Auth::ReadKey) known->names_.emplace_back("read_key");
    for (const std::string& name : parameterComponents(route, components)) {
        const JsonObject* parameter = component(components, "parameters", name);
        if (parameter != nullptr && textOf(*parameter, "in") != "query") continue;
        known->names_.emplace_back(parameter == nullptr ? std::string_view(name) : textOf(*parameter, "name"));
    }
    std::sort(known->names_.begin(), known->names_.end());
    if (has(known->names_, kProps)) known->props_ = recordMembers(components, told.answer);
    return known;
}

std::string KnownParameters::ignored(const std::vector<std::pair<std::string, std::string>>& query) const {
    List list;
    bool hasProps = false;
    for (const auto& [name, value] : query) {
        if (!has(names_, name)) {
            if (!name.empty() && !list.add(shown(name))) break;
            continue;
        }
        if (name != kProps || props_.empty() || std::exchange(hasProps, true)) continue;
        bool isFull = false;
        Props::forEachPath(value, [&](std::string_view path) {
            isFull = !has(props_, path.substr(0, path.find('.'))) && !list.add("props=" + shown(path));
            return !isFull;
        });
        if (isFull) break;
    }
    return list.take();
}

}  // namespace inkwell::kernel
