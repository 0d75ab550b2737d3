#pragma once

#include <string>
#include <string_view>

namespace inkwell::kernel {

/// Which trace of another system a request belongs to (W3C Trace Context). Both "" without one.
struct TraceContext {
    std::string traceId;   // 32 lower-case hex digits
    std::string parentId;  // 16 digits, of the caller's span
};

/// Parses the value of a `traceparent` header. Empty for what the recommendation (section 3.2) does not allow: such a
/// header must be ignored. Any thread.
TraceContext parseTraceparent(std::string_view header);

}  // namespace inkwell::kernel
