#pragma once

#include "change_stream.h"
#include "inkwell/change_log.h"
#include "inkwell/http.h"

namespace inkwell::changes {

/// `kind`, `action`, `actor`, `id`, `since` (included) and `until` (excluded) of the audit. Throws ApiError 400 naming
/// the parameter.
ChangeLog::Filter parseAuditFilter(const Request& request);

/// Header Last-Event-ID, or parameter `last_event_id` for clients that cannot set headers; `types`. Throws ApiError 400
/// likewise.
StreamWish parseStreamWish(const Request& request);

}  // namespace inkwell::changes
