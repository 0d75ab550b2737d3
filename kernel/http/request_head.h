#pragma once

#include <Poco/Net/HTTPRequest.h>

#include "kernel/runtime/trace_context.h"

namespace inkwell::kernel {

/// Throws ApiError 400 for a head that two readers may take for two different requests: without Host or with several
/// (RFC 9112, 3.2), or with a control character in a header (RFC 9110, 5.5). Any thread.
void checkHead(const Poco::Net::HTTPRequest& request);

/// What the header traceparent says; nothing when there are several, because nobody knows which is meant. Any thread.
TraceContext traceOf(const Poco::Net::HTTPRequest& request);

}  // namespace inkwell::kernel
