#pragma once

#include "inkwell/events.h"
#include "inkwell/json.h"

namespace inkwell::changes {

/// {kind: "user", id}, or kind "write_key" or "system" with id null. `actor` is that of a Change.
Json renderActor(const std::string& actor);

/// One entry of the audit: {number, time, actor: {kind, id}, action, kind, type, id}.
JsonObject renderAuditEntry(const Change& change);
/// One entry of an object's activity: {number, time, actor, action, reader_action}.
JsonObject renderActivity(const Change& change);

}  // namespace inkwell::changes
