#pragma once

#include <string>
#include <string_view>

namespace inkwell::kernel {

/// Which trace of another system a request belongs to (W3C Trace Context). Both "" without one.
struct TraceContext {
    std::string traceId;   // 32 lower-case hex digits
    std::string parentId;  // 16, of the caller's own step
};

/// The value of a `traceparent` header. What the recommendation (section 3.2) does not allow gives an empty one: the
/// header is then to be ignored. Any thread.
TraceContext parseTraceparent(std::string_view header);

}  // namespace inkwell::kernel
