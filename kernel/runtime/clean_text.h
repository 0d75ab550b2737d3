#pragma once

#include <string_view>

namespace inkwell::kernel {

/// True for valid UTF-8 without NUL: what may become part of a message, a document or a statement. Any thread.
bool isCleanText(std::string_view text) noexcept;

}  // namespace inkwell::kernel
