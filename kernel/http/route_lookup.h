#pragma once

#include <map>
#include <string>
#include <string_view>

#include "inkwell/runtime.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

/// Where a request came in: the upload listener serves only routes with onUploadListener.
enum class ListenerKind { Main, Upload };

/// The path under which `path` is served: with compatibility.hosted_clients, which `hostedClients` is, `/v3/...` has
/// the handlers of `/v2/...` (decision 0029). Any thread.
std::string servedPath(std::string_view path, bool hostedClients);

/// "GET /v2/buckets/{bucket_slug}" for every route of `snapshot`. Any thread.
std::map<const Route*, std::string> routeNames(const Snapshot& snapshot);

/// The routes that one listener serves, with an error for everything else. A view: the constructor's arguments must
/// outlive it. Any thread.
class RouteLookup {
public:
    RouteLookup(const Router& router, ListenerKind listener, const ServerInfo& server)
        : router_(router), listener_(listener), server_(server) {}

    /// HEAD finds the route of GET. `path` is the request's, which messages show. Throws ApiError 404, 405 with the
    /// header Allow, or 400 when a part of the path is not valid text.
    Router::Match get(std::string_view method, std::string_view path) const;
    /// The value of an Allow header. Throws ApiError 404 when the path has no route for any method.
    std::string allowed(std::string_view path) const;
    /// As allowed(), for a preflight: every method where that throws.
    std::string preflighted(std::string_view path) const;

private:
    bool serves(const Route& route) const noexcept;

    const Router& router_;
    ListenerKind listener_;
    const ServerInfo& server_;
};

}  // namespace inkwell::kernel
