#pragma once

#include <array>
#include <string_view>

#include "inkwell/events.h"
#include "inkwell/object_catalog.h"

namespace inkwell::webhooks {

/// The events of where-silent.md, "Webhooks".
inline constexpr std::array<std::string_view, 11> kEvents = {
    "object.created.draft",
    "object.created.published",
    "object.edited.draft",
    "object.edited.published",
    "object.edited.unpublished",
    "object.deleted",
    "media.created",
    "media.edited",
    "media.deleted",
    "revision.created",
    "merge.completed",
};

bool isEvent(std::string_view name);

/// What a fact is to webhooks.
struct Occurrence {
    std::string_view event;                         // "" for what no webhook tells of
    Visibility visibility = Visibility::Published;  // as whom the record is read: drafts are read with `status=any`
    bool isDeletion = false;
    bool hasObjectType = false;  // then the `object_types` of a webhook count
};

/// Any thread.
Occurrence occurrenceOf(const ObjectCreated& fact);
Occurrence occurrenceOf(const ObjectEdited& fact);
Occurrence occurrenceOf(const ObjectDeleted& fact);
Occurrence occurrenceOf(const RevisionCreated& fact);
Occurrence occurrenceOf(const MediaChanged& fact);
Occurrence occurrenceOf(const MergeCompleted& fact);

}  // namespace inkwell::webhooks
