#include "kernel/http/openapi/openapi.h"

#include <set>

#include "inkwell/openapi_part.h"
#include "kernel/http/openapi/openapi_example.h"
#include "kernel/http/openapi/openapi_operation.h"
#include "kernel/snapshot/openapi_components.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kComponents = "#/components/";
constexpr const char* kDescription =
    "Reading content takes the read key of its bucket; changing it, the write key or the token of a signed-in member. "
    "Every error has the body `Error`.";

void addExample(std::string_view mediaType, JsonObject& told, const JsonObject& components) {
    const bool isBytes = mediaType == "*/*" || mediaType.ends_with("octet-stream");
    const Json* schema = told.if_contains("schema");
    if (isBytes || schema == nullptr || told.contains("example") || told.contains("examples")) return;
    Json example = exampleOf(*schema, components);
    told["example"] = std::move(example);
}

// Of responses and bodies that plugins describe whole. Bytes have none.
void addExamples(JsonObject& components) {
    for (const char* kind : {"requestBodies", "responses"}) {
        Json* all = components.if_contains(kind);
        if (all == nullptr) continue;
        for (auto& one : all->as_object()) {
            const Json* content = one.value().as_object().if_contains("content");
            if (content == nullptr) continue;
            JsonObject types = content->as_object();
            for (auto& type : types) addExample(type.key(), type.value().as_object(), components);
            one.value().as_object()["content"] = std::move(types);
        }
    }
}

JsonObject componentsOf(const Snapshot& snapshot, const ServerInfo& server) {
    JsonObject all = declaredComponents(snapshot.openApi);
    const auto parts = snapshot.contributions.find(OpenApiPart::kContributionId);
    if (parts != snapshot.contributions.end()) {
        for (const Contribution& one : parts->second) {
            const std::string made = static_cast<const OpenApiPart*>(one.object.get())->components();
            addComponents(parseJson(made, "OpenAPI components").as_object(), all);
        }
    }
    addExamples(all);
    all["parameters"].at("limit").at("schema").as_object()["maximum"] = server.maxLimit;
    return all;
}

bool isThere(std::string_view reference, const JsonObject& components) {
    if (!reference.starts_with(kComponents)) return true;
    const std::string_view rest = reference.substr(kComponents.size());
    const std::size_t slash = rest.find('/');
    const Json* kind = components.if_contains(rest.substr(0, slash));
    return kind != nullptr && slash != std::string_view::npos && kind->as_object().contains(rest.substr(slash + 1));
}

void forgetUnknown(Json& json, const JsonObject& components) {
    if (JsonArray* array = json.if_array()) {
        for (Json& one : *array) forgetUnknown(one, components);
    } else if (JsonObject* object = json.if_object()) {
        const Json* reference = object->if_contains("$ref");
        if (reference != nullptr && reference->is_string() && !isThere(reference->get_string(), components)) {
            object->clear();
        }
        for (auto& member : *object) forgetUnknown(member.value(), components);
    }
}

JsonObject tagOf(const std::string& plugin, const Snapshot& snapshot) {
    const auto summary = snapshot.summaries.find(plugin);
    return {{"name", plugin},
            {"description", summary == snapshot.summaries.end() ? "The server itself" : summary->second}};
}

JsonObject infoOf(const ServerInfo& server) {
    return {{"title", "Inkwell"},
            {"version", server.version},
            {"description", kDescription},
            {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}};
}

std::string withoutNames(const std::string& path) {
    std::string shape;
    bool inPlaceholder = false;
    for (const char c : path) {
        if (c == '}') inPlaceholder = false;
        if (!inPlaceholder) shape += c;
        if (c == '{') inPlaceholder = true;
    }
    return shape;
}

std::string freeId(const Route& route, std::set<std::string>& taken) {
    const std::string id = operationId(route);
    std::string free = id;
    for (int n = 2; !taken.insert(free).second; ++n) free = id + std::to_string(n);
    return free;
}

}  // namespace

JsonObject openApiDocument(const Snapshot& snapshot, const ServerInfo& server) {
    JsonObject components = componentsOf(snapshot, server);
    JsonObject paths;
    JsonArray tags;
    std::set<std::string> tagged;
    std::set<std::string> ids;
    std::map<std::string, std::string> templates;  // paths that differ in their placeholders' names are one path
    for (const Route& route : snapshot.router->routes()) {
        if (!route.enabled) continue;
        if (tagged.insert(route.plugin).second) tags.push_back(tagOf(route.plugin, snapshot));
        const std::string& path = templates.emplace(withoutNames(route.path), route.path).first->second;
        JsonObject operation{{"operationId", freeId(route, ids)}};
        for (auto& member : renderOperation(route, path, components, server)) operation.insert(std::move(member));
        if (!paths.contains(path)) paths[path] = JsonObject();
        paths[path].as_object()[operationMethod(route.method)] = std::move(operation);
    }
    Json document = JsonObject{{"openapi", "3.1.0"},
                               {"info", infoOf(server)},
                               {"servers", JsonArray{JsonObject{{"url", server.baseUrl}}}},
                               {"tags", std::move(tags)},
                               {"paths", std::move(paths)},
                               {"components", components}};
    forgetUnknown(document, components);
    return std::move(document.as_object());
}

// Under the mutex.
void OpenApi::makeAgain() {
    const std::shared_ptr<const Snapshot> current = current_.load();
    const ServerInfo& server = server_.get();
    if (document_ != nullptr && made_.lock() == current && madeFor_ == &server) return;
    auto document = std::make_shared<const JsonObject>(openApiDocument(*current, server));
    FinishedRead read = finishRead(Response::ok(*document), {});
    pack(read, {});
    finished_ = std::make_shared<const FinishedRead>(std::move(read));
    document_ = std::move(document);
    made_ = current;
    madeFor_ = &server;
}

std::shared_ptr<const JsonObject> OpenApi::get() {
    const std::lock_guard lock(mutex_);
    makeAgain();
    return document_;
}

std::shared_ptr<const FinishedRead> OpenApi::finished() {
    const std::lock_guard lock(mutex_);
    makeAgain();
    return finished_;
}

}  // namespace inkwell::kernel
