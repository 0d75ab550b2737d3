#include "kernel/http/openapi/openapi_operation.h"

#include <algorithm>
#include <set>

#include "kernel/http/openapi/openapi_example.h"
#include "kernel/snapshot/known_parameters.h"
#include "kernel/snapshot/openapi_components.h"

namespace inkwell::kernel {

namespace {

constexpr int kOk = 200;
constexpr int kNotModified = 304;
constexpr int kMultipleChoices = 300;

constexpr const char* kJson = "application/json";
constexpr std::string_view kVersion = "/v2/";
constexpr std::string_view kInBucket = "/v2/buckets/{bucket_slug}/";
constexpr std::string_view kBucketSlug = "bucket_slug";

bool has(const JsonObject& components, std::string_view kind, std::string_view name) {
    const Json* named = components.if_contains(kind);
    return named != nullptr && named->is_object() && named->get_object().contains(name);
}

JsonObject reference(std::string_view kind, std::string_view name) {
    return {{"$ref", "#/components/" + std::string(kind) + "/" + std::string(name)}};
}

JsonObject content(const char* type, const std::string& schema, const JsonObject& components) {
    if (!has(components, "schemas", schema)) return {{type, {{"schema", JsonObject()}}}};
    JsonObject told{{"schema", reference("schemas", schema)}};
    if (std::string_view(type) == kJson) told["example"] = exampleOf(told.at("schema"), components);
    return {{type, std::move(told)}};
}

std::vector<std::string> placeholdersOf(const std::string& path) {
    std::vector<std::string> names;
    for (std::size_t open = path.find('{'); open != std::string::npos; open = path.find('{', open + 1)) {
        names.push_back(path.substr(open + 1, path.find('}', open) - open - 1));
    }
    return names;
}

JsonArray parametersOf(const Route& route, const std::string& path, const JsonObject& components) {
    JsonArray parameters;
    for (const std::string& name : placeholdersOf(path)) {
        JsonObject parameter{{"name", name}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}};
        if (name == kBucketSlug) parameter["description"] = "The slug of the bucket";
        parameters.push_back(std::move(parameter));
    }
    for (const std::string& name : parameterComponents(route, components)) {
        if (has(components, "parameters", name)) {
            parameters.push_back(reference("parameters", name));
        } else {
            parameters.push_back(JsonObject{{"name", name}, {"in", "query"}, {"schema", {{"type", "string"}}}});
        }
    }
    return parameters;
}

JsonObject bodyOf(const Route& route, const JsonObject& components) {
    const std::string name = route.options.description.body;
    if (has(components, "requestBodies", name)) return reference("requestBodies", name);
    const bool isStream = route.options.body == BodyKind::Stream;
    return {{"required", route.options.body != BodyKind::OptionalJson},
            {"content", content(isStream ? "application/octet-stream" : kJson, name, components)}};
}

JsonObject answerOf(int status, const std::string& name, const JsonObject& components) {
    if (has(components, "responses", name)) return reference("responses", name);
    if (status >= kMultipleChoices && name.empty()) return reference("responses", errorComponent(status));
    return {{"description", "Done"}, {"content", content(kJson, name, components)}};
}

bool takes(const Route& route, std::string_view parameter) {
    const std::vector<const char*>& query = route.options.description.query;
    return std::find(query.begin(), query.end(), parameter) != query.end();
}

// What can go wrong with a route of its kind (interface/errors-and-limits.md, "Errors").
std::set<int> errorsOf(const Route& route, const std::string& path) {
    std::set<int> errors = {400, 429, 503};
    if (route.auth != Auth::Public) errors.insert({401, 403});
    if (path.find('{') != std::string::npos) errors.insert(404);
    if (route.method != Method::Get && route.method != Method::Options) errors.insert(409);
    if (route.method == Method::Post) errors.insert({410, 422});
    if (route.options.body != BodyKind::None) errors.insert({408, 413, 415});
    if (takes(route, "if_match")) errors.insert(412);
    return errors;
}

JsonObject responsesOf(const Route& route, const std::string& path, const JsonObject& components) {
    const RouteDescription& told = route.options.description;
    std::map<int, JsonObject> answers;
    for (const int status : errorsOf(route, path)) answers[status] = answerOf(status, "", components);
    bool hasSuccess = false;
    for (const auto& [status, name] : told.others) {
        answers[status] = answerOf(status, name, components);
        hasSuccess = hasSuccess || status < kMultipleChoices;
    }
    if (!hasSuccess || *told.answer != '\0') answers[kOk] = answerOf(kOk, told.answer, components);
    if (isJsonRead(route, components)) answers[kNotModified] = reference("responses", "NotModified");
    JsonObject responses;
    for (auto& [status, answer] : answers) responses[std::to_string(status)] = std::move(answer);
    return responses;
}

JsonArray securityOf(Auth auth) {
    const auto by = [](const char* scheme) { return JsonObject{{scheme, JsonArray()}}; };
    switch (auth) {
        case Auth::Public:
            return {};
        case Auth::ReadKey:
            return {by("readKey"), by("readKeyHeader"), by("userToken")};
        case Auth::WriteKey:
            return {by("writeKey"), by("userToken")};
        case Auth::UserToken:
        case Auth::BucketAdmin:
            return {by("userToken")};
    }
    return {};
}

std::string asciiUpper(std::string text) {
    for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return text;
}

void addWho(const Route& route, JsonObject& operation) {
    if (route.auth != Auth::BucketAdmin) return;
    std::string who = "For admins of the bucket";
    if (route.options.permission != nullptr) {
        who += ", and members with the additional permission '" + std::string(route.options.permission) + "'";
    }
    operation["description"] = who + ".";
}

}  // namespace

const char* operationMethod(Method method) {
    switch (method) {
        case Method::Get:
            return "get";
        case Method::Post:
            return "post";
        case Method::Put:
            return "put";
        case Method::Patch:
            return "patch";
        case Method::Delete:
            return "delete";
        case Method::Options:
            return "options";
    }
    return "";
}

std::string operationId(const Route& route) {
    std::string id = operationMethod(route.method);
    bool isUpper = true;
    std::string_view path = route.path;
    for (const std::string_view common : {kInBucket, kVersion}) {
        if (path.starts_with(common)) path.remove_prefix(common.size());
    }
    for (const char c : path) {
        if (c == '{') id += "By";
        const bool isWord = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (isWord) id += isUpper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        isUpper = !isWord;
    }
    return id;
}

JsonObject renderOperation(const Route& route, const std::string& path, const JsonObject& components,
                           const ServerInfo& server) {
    const std::string summary = route.options.description.summary;
    JsonObject operation;
    operation["tags"] = JsonArray{Json(route.plugin)};
    operation["summary"] = summary.empty() ? asciiUpper(operationMethod(route.method)) + " " + path : summary;
    addWho(route, operation);
    if (JsonArray parameters = parametersOf(route, path, components); !parameters.empty()) {
        operation["parameters"] = std::move(parameters);
    }
    if (route.options.body != BodyKind::None) operation["requestBody"] = bodyOf(route, components);
    operation["responses"] = responsesOf(route, path, components);
    operation["security"] = securityOf(route.auth);
    if (route.options.onUploadListener) {
        operation["servers"] = JsonArray{JsonObject{{"url", server.uploadUrl}}, JsonObject{{"url", server.baseUrl}}};
    }
    return operation;
}

}  // namespace inkwell::kernel
