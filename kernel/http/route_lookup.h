#pragma once

#include <string>
#include <string_view>

#include "kernel/http/router.h"

namespace inkwell::kernel {

/// Where a request came in: the upload listener serves only routes with onUploadListener.
enum class ListenerKind { Main, Upload };

/// What one listener serves of the routes there are, with an error for everything else. A view: what it was made of
/// must outlive it. Any thread.
class RouteLookup {
public:
    /// `baseUrl` is where the main listener is.
    RouteLookup(const Router& router, ListenerKind listener, const std::string& baseUrl)
        : router_(router), listener_(listener), baseUrl_(baseUrl) {}

    /// HEAD gets what GET does. `path` as for Router::match. Throws ApiError 404, 405 with the header Allow, or 400
    /// when a part of the address is no text.
    Router::Match get(std::string_view method, std::string_view path) const;
    /// The value of an Allow header. Throws ApiError 404 when the path answers to no method at all.
    std::string allowed(std::string_view path) const;

private:
    bool serves(const Route& route) const noexcept;

    const Router& router_;
    ListenerKind listener_;
    const std::string& baseUrl_;
};

}  // namespace inkwell::kernel
