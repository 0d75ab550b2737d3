#pragma once

#include <optional>
#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::buckets {

/// Body of POST /v2/buckets (interface/resources.md, "Buckets").
struct NewBucket {
    std::string title;
    std::optional<std::string> slug;
    std::optional<std::string> cluster;
    bool readKeyReadsDrafts = true;  // only an import says otherwise
    Problems problems = {};          // of the body; the service adds what it looks up
};

/// Body of PATCH /v2/buckets/{bucket_slug}.
struct BucketEdit {
    std::optional<std::string> title;
    std::optional<std::string> thumbnail;  // "" clears it
    bool resetKeys = false;
    std::optional<bool> readKeyReadsDrafts;
    std::optional<bool> trashOnDelete;
    Problems problems = {};
};

/// Called by the routes. Throw nothing: the service reports all problems at once.
NewBucket parseNewBucket(const JsonObject& body);
BucketEdit parseBucketEdit(const JsonObject& body);

}  // namespace inkwell::buckets
