#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

#include "inkwell/http.h"

namespace inkwell::testkit {

/// The first header of that name, written just so; "" without one.
inline std::string headerOf(const Response& response, std::string_view name) {
    for (const auto& [key, value] : response.headers) {
        if (key == name) return value;
    }
    return "";
}

/// Reads the stream as the kernel does: to its length, or as far as there are bytes. "" without one.
inline std::string bytesOf(const Response& response) {
    if (!response.stream) return "";
    std::string bytes(static_cast<std::size_t>(response.stream->length), '\0');
    response.stream->bytes->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(response.stream->bytes->gcount()));
    return bytes;
}

}  // namespace inkwell::testkit
