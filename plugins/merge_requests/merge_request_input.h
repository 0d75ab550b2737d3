#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::merge_requests {

inline constexpr std::size_t kMaxObjects = 1000;  // of one request, which is merged in one transaction

/// Body of POST .../merge-requests (interface/merge-requests.md, "Routes").
struct NewMergeRequest {
    std::string title;
    std::string sourceSlug;              // "": not given, which is a problem
    std::vector<std::string> objectIds;  // the well-formed ones, without duplicates
    std::vector<std::size_t> places;     // index of each in the body's array
    Problems problems;                   // of the body; the service adds those of the objects
};

/// Called by the routes. Throws nothing: the service reports all problems at once.
NewMergeRequest parseNewMergeRequest(const JsonObject& body);

/// Body of POST .../complete.
struct Completion {
    bool triggerWebhook = false;
    std::optional<std::string> state;  // that was looked at
};

/// Throws ApiError 400 with every problem.
Completion parseCompletion(const JsonObject& body);

}  // namespace inkwell::merge_requests
