#pragma once

#include <Poco/Net/HTTPRequest.h>

#include "kernel/runtime/trace_context.h"

namespace inkwell::kernel {

/// Throws ApiError 400 for a head that two readers may take for two different requests: without Host or with several
/// (RFC 9112, 3.2), or with a control character in a header (RFC 9110, 5.5). Any thread.
void checkHead(const Poco::Net::HTTPRequest& request);

/// The content of the header traceparent; empty when there are several: it is unclear which one counts. Any thread.
TraceContext traceOf(const Poco::Net::HTTPRequest& request);

}  // namespace inkwell::kernel
