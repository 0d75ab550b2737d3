#pragma once

#include <string>

#include "inkwell/error.h"

namespace inkwell::test {

/// "400: message; path: message; ..." of the ApiError that `work` throws; "no error" without one.
template <class Work>
std::string errorOf(const Work& work) {
    try {
        work();
    } catch (const ApiError& error) {
        std::string text = std::to_string(error.status()) + ": " + error.message();
        for (const Problem& problem : error.problems()) text += "; " + problem.path + ": " + problem.message;
        return text;
    }
    return "no error";
}

}  // namespace inkwell::test
