#pragma once

#include "inkwell/events.h"
#include "inkwell/json.h"

namespace inkwell::changes {

/// One entry of the audit: {number, time, actor: {kind, id}, action, kind, type, id}.
JsonObject renderAuditEntry(const Change& change);

}  // namespace inkwell::changes
