#pragma once

#include <string>
#include <vector>

#include "inkwell/error.h"
#include "tests/support/http_client.h"

namespace inkwell::test {

/// "400: message; path: message; ...", without the problem that the message names already.
inline std::string errorText(int status, const std::string& message, const std::vector<std::string>& problems) {
    std::string text = std::to_string(status) + ": " + message;
    for (const std::string& problem : problems) {
        const bool isNamed =
            message.ends_with(": " + problem) || message.find(": " + problem + " (and ") != std::string::npos;
        if (!isNamed) text += "; " + problem;
    }
    return text;
}

/// errorText of the ApiError that `work` throws; "no error" without one.
template <class Work>
std::string errorOf(const Work& work) {
    try {
        work();
    } catch (const ApiError& error) {
        std::vector<std::string> problems;
        for (const Problem& problem : error.problems()) problems.push_back(problem.path + ": " + problem.message);
        return errorText(error.status(), error.message(), problems);
    }
    return "no error";
}

/// errorText of a response that refuses; "no refusal" and what came for any other. A status alone would be asserted
/// without what is wrong, and where.
inline std::string refusalOf(const Reply& reply) {
    if (reply.status < 400) return "no refusal: " + std::to_string(reply.status) + " " + reply.body;
    if (reply.body.empty()) return std::to_string(reply.status) + ": (no body)";
    return errorText(reply.status, reply.message(), reply.problems());
}

/// refusalOf the response to a request for what is not there, or hidden.
inline std::string missing(const std::string& what, const std::string& id) {
    return "404: " + what + " '" + id + "' was not found";
}

}  // namespace inkwell::test
