#pragma once

#include <exception>
#include <string>

namespace inkwell::objects {

/// Of the exception that is being handled, for the log: a plugin may throw anything.
inline std::string faultText() {
    try {
        throw;
    } catch (const std::exception& error) {
        const char* text = error.what();
        return text == nullptr ? "" : text;
    } catch (...) {
        return "an exception that is no std::exception";
    }
}

}  // namespace inkwell::objects
