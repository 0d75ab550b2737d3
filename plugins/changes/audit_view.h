#pragma once

#include <span>
#include <string>

#include "inkwell/events.h"
#include "inkwell/json.h"
#include "inkwell/member_directory.h"
#include "inkwell/services.h"

namespace inkwell::changes {

/// {kind: "user", id}, or kind "write_key" or "system" with id null. `actor` is that of a Change. With `user` where
/// `people` has them.
Json renderActor(const std::string& actor, const People& people = {});

/// Who has made these changes, of the members that the bucket has now: for readers who are members themselves. Empty
/// while nobody names them. Throws DatabaseError.
People peopleOf(Services& services, const std::string& bucketId, std::span<const Change> changes);

/// One entry of the audit: {number, time, actor: {kind, id}, action, kind, type, id}.
JsonObject renderAuditEntry(const Change& change);
/// One entry of an object's activity: {number, time, actor, action, kind, id, reader_action}.
JsonObject renderActivity(const Change& change, const People& people);

}  // namespace inkwell::changes
