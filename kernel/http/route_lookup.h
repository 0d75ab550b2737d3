#pragma once

#include <string>
#include <string_view>

#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

/// Where a request came in: the upload listener serves only routes with onUploadListener.
enum class ListenerKind { Main, Upload };

/// The routes that one listener serves, with an error for everything else. A view: the constructor's arguments must
/// outlive it. Any thread.
class RouteLookup {
public:
    /// `baseUrl` is the main listener's URL.
    RouteLookup(const Router& router, ListenerKind listener, const std::string& baseUrl)
        : router_(router), listener_(listener), baseUrl_(baseUrl) {}

    /// HEAD finds the route of GET. `path` as for Router::match. Throws ApiError 404, 405 with the header Allow, or 400
    /// when a part of the path is not valid text.
    Router::Match get(std::string_view method, std::string_view path) const;
    /// The value of an Allow header. Throws ApiError 404 when the path has no route for any method.
    std::string allowed(std::string_view path) const;

private:
    bool serves(const Route& route) const noexcept;

    const Router& router_;
    ListenerKind listener_;
    const std::string& baseUrl_;
};

}  // namespace inkwell::kernel
