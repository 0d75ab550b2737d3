#pragma once

#include <array>
#include <string_view>

#include "inkwell/events.h"
#include "inkwell/object_catalog.h"

namespace inkwell::webhooks {

/// Fires with every change of a bucket, whether or not the write asks for it, while caches between may keep answers.
inline constexpr std::string_view kCachePurge = "cache.purge";

/// The events of interface/webhooks.md, "Events".
inline constexpr std::array<std::string_view, 12> kEvents = {
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
    kCachePurge,
};

bool isEvent(std::string_view name);

/// How webhooks see a fact.
struct Occurrence {
    std::string_view event;                         // "" when webhooks do not report it
    Visibility visibility = Visibility::Published;  // the record is read with it; drafts with `status=any`
    bool isDeletion = false;
    bool hasObjectType = false;  // then `object_types` of a webhook applies
};

/// Any thread.
Occurrence occurrenceOf(const ObjectCreated& fact);
Occurrence occurrenceOf(const ObjectEdited& fact);
Occurrence occurrenceOf(const ObjectDeleted& fact);
Occurrence occurrenceOf(const RevisionCreated& fact);
Occurrence occurrenceOf(const MediaChanged& fact);
Occurrence occurrenceOf(const MergeCompleted& fact);

}  // namespace inkwell::webhooks
