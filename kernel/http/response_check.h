#pragma once

#include "inkwell/http.h"

namespace inkwell::kernel {

/// What a plugin made must not end the server, nor be taken by the client for another answer than it is. Throws
/// std::logic_error for a status that HTTP does not know as a final one, a header whose name or value would break the
/// head or its framing (RFC 9110, 5.6.2; RFC 9112, 6), and a stream or live body that is none. Any thread.
void checkResponse(const Response& response);

}  // namespace inkwell::kernel
