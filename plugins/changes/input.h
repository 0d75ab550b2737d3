#pragma once

#include "change_stream.h"
#include "inkwell/change_log.h"
#include "inkwell/http.h"

namespace inkwell::changes {

/// Reads `kind`, `action`, `actor`, `id`, `since` (inclusive) and `until` (exclusive) of the audit. Throws ApiError 400
/// that names the parameter.
ChangeLog::Filter parseAuditFilter(const Request& request);

/// Reads Last-Event-ID, or `last_event_id` for clients that cannot set headers, `types` and `status`. Throws ApiError
/// 400 that names the parameter, 403 where `status=any` is not for the caller.
StreamWish parseStreamWish(const Request& request);

}  // namespace inkwell::changes
