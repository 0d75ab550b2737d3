#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "inkwell/object_catalog.h"

namespace inkwell::revisions {

/// The body of POST .../restore (interface/drafts-and-revisions.md, "Restoring").
struct Restoration {
    std::string revision;                            // an id
    std::optional<std::vector<std::string>> fields;  // "title", "metadata.author"; unset: all
    bool asDraft = false;
    bool keepRevision = true;
    bool triggerWebhook = false;
};

/// Throws ApiError 400 with every problem of the body.
Restoration parseRestoration(const JsonObject& body);

/// The body of an edit that gives `object` the asked fields as they are in `revision`, and no others. Throws ApiError
/// 400 for a field that cannot be restored.
JsonObject restoredFields(const Restoration& asked, const ObjectRecord& revision, const ObjectRecord& object);

/// Puts the metafields of such a body into the order that they have in `object`, new ones behind them: for those who
/// may not change it.
void keepOrder(const ObjectRecord& object, JsonObject& body);

/// The keys of the metafields that are restored one by one, for Restoring; none where all of them are.
std::set<std::string, std::less<>> restoredKeys(const Restoration& asked);

}  // namespace inkwell::revisions
