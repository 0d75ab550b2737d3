#pragma once

#include "inkwell/http.h"

namespace inkwell::kernel {

/// A plugin's response must neither end the server nor be read by the client as a different response. Throws
/// std::logic_error for a status that is not a final one in HTTP, a header whose name or value would break the head or
/// its framing (RFC 9110, 5.6.2; RFC 9112, 6), and a stream or live body that is not usable. Any thread.
void checkResponse(const Response& response);

}  // namespace inkwell::kernel
