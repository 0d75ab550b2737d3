#pragma once

#include <string>

#include "inkwell/http.h"
#include "kernel/config/config.h"

namespace inkwell::kernel {

/// What caches between server and readers (a CDN) may keep (interface/errors-and-limits.md, "Caches between").

/// The Cache-Control of public reads; "" while caches between keep nothing (`http.shared_cache_seconds` is 0).
std::string sharedCacheControl(const Config::Http& http);

/// True of a read whose answer is for everybody who knows its address: published content, for the read key of the
/// bucket in the address, and nothing in the request that tells who asks. `parts` has passed the gatekeeper. Any
/// thread.
bool isPublicRead(const RequestParts& parts);

}  // namespace inkwell::kernel
