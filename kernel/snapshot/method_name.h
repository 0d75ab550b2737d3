#pragma once

#include <string_view>

#include "inkwell/http.h"

namespace inkwell::kernel {

/// The method as written in a request. Any thread.
constexpr std::string_view methodName(Method method) noexcept {
    switch (method) {
        case Method::Get:
            return "GET";
        case Method::Post:
            return "POST";
        case Method::Put:
            return "PUT";
        case Method::Patch:
            return "PATCH";
        case Method::Delete:
            return "DELETE";
        case Method::Options:
            return "OPTIONS";
    }
    return "-";
}

}  // namespace inkwell::kernel
