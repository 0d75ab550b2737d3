#include "kernel/http/route_lookup.h"

#include <array>
#include <optional>

#include "inkwell/error.h"
#include "kernel/runtime/clean_text.h"
#include "kernel/snapshot/method_name.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kVersion = "/v2/";
constexpr std::string_view kHostedVersion = "/v3/";
constexpr const char* kEveryMethod = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
// Where a plugin may serve the documents.
constexpr const char* kDocumentsPath = "/docs";
constexpr std::array kMethods = {Method::Get,   Method::Post,   Method::Put,
                                 Method::Patch, Method::Delete, Method::Options};

std::optional<Method> findMethod(std::string_view name) {
    if (name == "HEAD") return Method::Get;
    for (const Method method : kMethods) {
        if (name == methodName(method)) return method;
    }
    return std::nullopt;
}

ApiError pluginDisabled(const std::string& plugin) {
    return ApiError(404, "not_found", "the plugin '" + plugin + "' that serves this address is disabled");
}

}  // namespace

std::map<const Route*, std::string> routeNames(const Snapshot& snapshot) {
    std::map<const Route*, std::string> names;
    if (!snapshot.router) return names;
    for (const Route& route : snapshot.router->routes())
        names.emplace(&route, std::string(methodName(route.method)) + " " + route.path);
    return names;
}

std::string servedPath(std::string_view path, bool hostedClients) {
    if (!hostedClients || !path.starts_with(kHostedVersion)) return std::string(path);
    return std::string(kVersion).append(path.substr(kHostedVersion.size()));
}

bool RouteLookup::serves(const Route& route) const noexcept {
    return listener_ == ListenerKind::Main || route.options.onUploadListener;
}

Router::Match RouteLookup::get(std::string_view method, std::string_view path) const {
    if (const std::optional<Method> known = findMethod(method)) {
        Router::Match match = router_.match(*known, servedPath(path, server_.hostedClients));
        if (match.route != nullptr && serves(*match.route)) {
            if (!match.route->enabled) throw pluginDisabled(match.route->plugin);
            for (const auto& [name, value] : match.path) {
                if (!isCleanText(value)) throw ApiError::badRequest("the address is not valid UTF-8 or contains NUL");
            }
            return match;
        }
    }
    const std::string methods = allowed(path);
    throw ApiError(405, "method_not_allowed", "this address does not answer to that method; it does to " + methods)
        .withHeader("Allow", methods);
}

std::string RouteLookup::allowed(std::string_view path) const {
    std::string methods;
    std::string disabled;
    for (const Route* route : router_.routesAt(servedPath(path, server_.hostedClients))) {
        // Every address answers to OPTIONS, with a route or without.
        if (!serves(*route) || route->method == Method::Options) continue;
        if (!route->enabled) {
            disabled = route->plugin;
            continue;
        }
        methods.append(methodName(route->method)).append(route->method == Method::Get ? ", HEAD, " : ", ");
    }
    if (!methods.empty()) return methods.append(methodName(Method::Options));
    if (!disabled.empty()) throw pluginDisabled(disabled);
    std::string message = "there is nothing at '" + std::string(path) + "'";
    if (listener_ == ListenerKind::Upload) {
        message += "; this is the upload address, everything else is at " + server_.baseUrl;
    } else if (const Route* documents = router_.match(Method::Get, kDocumentsPath).route;
               documents != nullptr && documents->enabled) {
        message += "; the guide to what there is stands at " + server_.baseUrl + kDocumentsPath;
    }
    throw ApiError(404, "not_found", message);
}

// A page reads why its request is refused only if it may send it.
std::string RouteLookup::preflighted(std::string_view path) const {
    try {
        return allowed(path);
    } catch (const ApiError&) {
        return kEveryMethod;
    }
}

}  // namespace inkwell::kernel
