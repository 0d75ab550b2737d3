#pragma once

#include <string>

#include "inkwell/error.h"

namespace inkwell::test {

/// "400: message; path: message; ..." of the ApiError that `work` throws, without the problem that the message names
/// already; "no error" without one.
template <class Work>
std::string errorOf(const Work& work) {
    try {
        work();
    } catch (const ApiError& error) {
        std::string text = std::to_string(error.status()) + ": " + error.message();
        for (const Problem& problem : error.problems()) {
            const std::string line = problem.path + ": " + problem.message;
            if (!error.message().ends_with(": " + line) &&
                error.message().find(": " + line + " (and ") == std::string::npos)
                text += "; " + line;
        }
        return text;
    }
    return "no error";
}

}  // namespace inkwell::test
