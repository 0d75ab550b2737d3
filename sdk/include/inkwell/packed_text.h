#pragma once

#include <string>
#include <string_view>

#include "inkwell/database.h"
#include "inkwell/export.h"

namespace inkwell {

/// A text as a {bytes} column keeps it: compressed (LZ4), or as it is where that saves nothing. For documents that are
/// written once and read as a whole: the database cannot search in them. Any thread.
INKWELL_API SqlValue packText(std::string_view text);

/// The text that packText was given; what was never packed is returned as it is. Any thread. Throws DatabaseError
/// (Other) for damaged bytes, with the `id` of what they are stored for: an operator has to find it.
INKWELL_API std::string unpackText(std::string_view stored, std::string_view id);

}  // namespace inkwell
