#pragma once

#include <cstddef>
#include <string>

namespace inkwell::testkit {

/// An id of 24 digits, in which the number of the thing can be read.
inline std::string numberedId(std::size_t number) {
    const std::string digits = std::to_string(number);
    return std::string(24 - digits.size(), '0') + digits;
}

}  // namespace inkwell::testkit
