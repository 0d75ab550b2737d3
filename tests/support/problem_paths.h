#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::test {

using Paths = std::vector<std::string>;

inline JsonObject body(std::string_view text) { return parseJson(text).as_object(); }

/// The paths of the problems that `parse` finds in a body, sorted; none when it takes it.
template <class Parse>
Paths problemPaths(Parse parse, std::string_view text) {
    Paths paths;
    try {
        const auto parsed = parse(body(text));
        if constexpr (requires { parsed.problems; }) parsed.problems.throwIfAny("refused");
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        for (const Problem& problem : error.problems()) paths.push_back(problem.path);
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

}  // namespace inkwell::test
