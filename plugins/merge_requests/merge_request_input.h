#pragma once

#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::merge_requests {

inline constexpr std::size_t kMaxObjects = 1000;  // of one request: it is merged in one transaction

/// Body of POST .../merge-requests (where-silent.md, "Merge requests").
struct NewMergeRequest {
    std::string title;
    std::string sourceSlug;              // "": not given, which is a problem
    std::vector<std::string> objectIds;  // the well-formed ones, each once
    std::vector<std::size_t> places;     // of each in the body's array
    Problems problems;                   // with the form; the service adds what is wrong with the objects
};

/// Called by the routes. Throws nothing: the service refuses the body with all problems at once.
NewMergeRequest parseNewMergeRequest(const JsonObject& body);

/// Body of POST .../complete: whether webhooks fire. ApiError 400 with every problem.
bool parseCompletion(const JsonObject& body);

}  // namespace inkwell::merge_requests
