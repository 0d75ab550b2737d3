#pragma once

#include <string>
#include <vector>

#include "inkwell/error.h"
#include "tests/support/http_client.h"

namespace inkwell::test {

/// "400: message; path: message; ...", without the problem that the message names already.
inline std::string errorText(int status, const std::string& message, const std::vector<Problem>& problems) {
    std::string text = std::to_string(status) + ": " + message;
    for (const Problem& problem : problems) {
        const std::string line = (problem.path.empty() ? "" : problem.path + ": ") + problem.message;
        const bool isOfParameter = message.starts_with("the parameter '" + problem.path + "' ");
        const bool isNamed = (isOfParameter && message.ends_with(problem.message)) || message.ends_with(": " + line) ||
                             message.find(": " + line + " (and ") != std::string::npos || message == problem.message ||
                             message == problem.path + " " + problem.message;
        if (!isNamed) text += "; " + line;
    }
    return text;
}

/// errorText of the ApiError that `work` throws; "no error" without one.
template <class Work>
std::string errorOf(const Work& work) {
    try {
        work();
    } catch (const ApiError& error) {
        return errorText(error.status(), error.message(), error.problems());
    }
    return "no error";
}

/// errorText of a response that refuses; "no refusal" and what came for any other. A status alone would be asserted
/// without what is wrong, and where.
inline std::string refusalOf(const Reply& reply) {
    if (reply.status < 400) return "no refusal: " + std::to_string(reply.status) + " " + reply.body;
    if (reply.body.empty()) return std::to_string(reply.status) + ": (no body)";
    std::vector<Problem> problems;
    for (const std::string& line : reply.problems()) {
        const std::size_t colon = line.find(": ");
        problems.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
    return errorText(reply.status, reply.message(), problems);
}

/// refusalOf the response to a request for what is not there, or hidden.
inline std::string missing(const std::string& what, const std::string& id) {
    return "404: " + what + " '" + id + "' was not found";
}

}  // namespace inkwell::test
