#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// `/v2/media-files/<bucket>/<name>` and `/v2/images/<bucket>/<name>` are addresses of a bucket's files: behind the
/// base address of its server, or relative. `at` is where "/v2/" begins in a text. Returns how many bytes before it are
/// `baseUrl`, 0 for a relative one; nothing for that of another server. Where `baseUrl` is not known, "", each is taken
/// for a relative one. Called by those who bring content from one server to another; any thread.
INKWELL_API std::optional<std::size_t> baseBefore(std::string_view text, std::size_t at, std::string_view baseUrl);

}  // namespace inkwell
