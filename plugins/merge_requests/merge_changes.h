#pragma once

#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell::merge_requests {

/// One field that completing would change.
struct FieldChange {
    std::string field;  // "title", "metadata.price"
    Json from;          // in the target; null where there is none
    Json to;            // in the source
};

/// What completing would do to one object.
struct ObjectChange {
    std::string sourceId;
    bool isGone = false;   // from the source; what the trash does not know is empty
    std::string targetId;  // "": it would be created
    std::string type, slug, locale, title;
    std::vector<FieldChange> fields;
    bool endsDraft = false;  // one that is prepared over the object of the target
};

/// Compares objects of the source with those of the target that a merge would edit; relations are compared by what they
/// become in the target. Drafts that are prepared over a published object stay behind in a merge, and here. Joins
/// the caller's unit of work. ApiError 503 while objects cannot be matched.
std::vector<ObjectChange> findChanges(Services& services, const Bucket& source, const Bucket& target,
                                      std::span<const std::string> sourceIds);

/// A text that is another one when what a merge takes of the source, which is `content`, or the objects that it meets
/// in the target are. Inside Database::write those of the target stay as they are until the commit. ApiError as above.
std::string stateOf(Services& services, const Bucket& target, std::span<const std::string> sourceIds,
                    const JsonObject& content);

/// {source, target, type, slug, locale, title, action, ends_draft, fields}: `action` is "create", "edit", "none" or
/// "gone".
JsonObject renderChange(const ObjectChange& change);

}  // namespace inkwell::merge_requests
