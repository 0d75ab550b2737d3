#pragma once

#include <Poco/Net/HTTPRequest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/runtime/trace_context.h"

namespace inkwell::kernel {

/// Throws ApiError 400 for a head that two readers may take for two different requests: without Host, with several or
/// with one that is none (RFC 9112, 3.2), or with a control character in a header (RFC 9110, 5.5); 417 for an
/// expectation that the server does not know (RFC 9110, 10.1.1). Any thread.
void checkHead(const Poco::Net::HTTPRequest& request);

/// Whether the client may wait for an answer to its header Expect before it sends its body. HTTP/1.0 knows none. Any
/// thread.
bool hasExpectation(const Poco::Net::HTTPRequest& request);

/// The value of a header that is a list, from all of its lines (RFC 9110, 5.3); "" without one. Any thread.
std::string listOf(const Poco::Net::HTTPRequest& request, const char* name);

/// The headers that a handler is shown: the lines of a list as one, and no Range beside HEAD, of which it is not told.
/// Any thread.
std::vector<std::pair<std::string, std::string>> headersForHandlers(const Poco::Net::HTTPRequest& request);

/// Whether the client wants to keep its connection for another request. Any thread.
bool keepsConnection(const Poco::Net::HTTPRequest& request);

/// The content of the header traceparent; empty when there are several: it is unclear which one counts. Any thread.
TraceContext traceOf(const Poco::Net::HTTPRequest& request);

/// To the headers of a refusal of a request that speaks tus: its protocol has every answer say the version, and a
/// request that is refused at the door reaches no plugin that would. Any thread.
void addTusVersion(std::vector<std::pair<std::string, std::string>>& headers);

/// Names in a response's headers what is ignored of a query, before what its handler names of what its route knows, but
/// has no use for in this request. Any thread.
void addIgnored(const std::string& ignored, std::vector<std::pair<std::string, std::string>>& headers);

/// Poco reads encoded words (RFC 2047), which no header of HTTP has: gives the values back as they stand in the sound
/// head. Any thread.
void restoreValues(std::string_view head, Poco::Net::HTTPRequest& request);

}  // namespace inkwell::kernel
