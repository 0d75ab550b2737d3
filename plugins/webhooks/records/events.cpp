#include "records/events.h"

#include <algorithm>

namespace inkwell::webhooks {

namespace {

constexpr std::string_view kPublished = "published";

Visibility visibilityOf(std::string_view status) {
    return status == kPublished ? Visibility::Published : Visibility::Any;
}

}  // namespace

bool isEvent(std::string_view name) { return std::find(kEvents.begin(), kEvents.end(), name) != kEvents.end(); }

Occurrence occurrenceOf(const ObjectCreated& fact) {
    return {fact.status == kPublished ? "object.created.published" : "object.created.draft", visibilityOf(fact.status),
            false, true};
}

Occurrence occurrenceOf(const ObjectEdited& fact) {
    std::string_view event = "object.edited.draft";
    if (fact.status == kPublished) {
        event = "object.edited.published";
    } else if (fact.previousStatus == kPublished) {
        event = "object.edited.unpublished";
    }
    return {event, visibilityOf(fact.status), false, true};
}

Occurrence occurrenceOf(const ObjectDeleted&) { return {"object.deleted", Visibility::Any, true, true}; }

Occurrence occurrenceOf(const RevisionCreated& fact) {
    return {"revision.created", visibilityOf(fact.status), false, true};
}

Occurrence occurrenceOf(const MediaChanged& fact) {
    const std::string& action = fact.change.action;
    if (fact.change.kind != "media") return {};
    if (action == "created") return {"media.created", Visibility::Published, false, false};
    if (action == "edited") return {"media.edited", Visibility::Published, false, false};
    if (action == "deleted") return {"media.deleted", Visibility::Any, true, false};
    return {};
}

Occurrence occurrenceOf(const MergeCompleted&) { return {"merge.completed", Visibility::Published, false, false}; }

}  // namespace inkwell::webhooks
