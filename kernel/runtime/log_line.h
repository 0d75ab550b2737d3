#pragma once

#include <string>
#include <string_view>

#include "inkwell/runtime.h"

namespace inkwell::kernel {

// Parts of lines and reports; any thread.

std::string_view levelName(LogLevel level);

/// The part of `text`, from its start, that needs no escape: valid UTF-8 without line breaks, terminal controls,
/// changes of the reading direction, quotes and backslashes. "" when the first character needs one.
std::string_view safeStart(std::string_view text);

/// The escape of the first character of `text`, at which safeStart stopped, in a JSON string or a line of the log;
/// `length` gets its number of bytes in `text`. A quote is escaped only if `json`.
std::string escapeOf(std::string_view text, bool json, std::size_t& length);

/// `text` with U+FFFD in place of every byte that is not valid UTF-8.
std::string validUtf8(std::string_view text);

}  // namespace inkwell::kernel
