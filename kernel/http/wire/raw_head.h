#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inkwell::kernel {

/// Whether every parser takes the bytes of a request's head, including its empty line, for the same request (RFC 9110,
/// 5; RFC 9112, 3, 5 and 6): a request line of three words, header lines with a token for a name, no folding, no
/// control characters but the tab, no byte FF, and at most one header that says where the body ends. Asked before Poco
/// reads them, which skips lines that it does not understand and decodes encoded words. Any thread.
bool isSoundHead(std::string_view head) noexcept;

/// What a head may have, for Poco reads no more of it.
constexpr std::size_t kMaxHeaders = 100;
constexpr std::size_t kMaxNameBytes = 256;
constexpr std::size_t kMaxValueBytes = 8192;
/// Whether a sound head has more or longer headers than that. Any thread.
bool isOverfull(std::string_view head) noexcept;

/// Names and values of the header lines of a head that have come to their end, sound or not. Views into it. Any thread.
std::vector<std::pair<std::string_view, std::string_view>> headersOf(std::string_view head);
/// The values of those of one name, which is in lower case, with commas between them; "" without one. Any thread.
std::string valuesIn(std::string_view head, std::string_view name);

}  // namespace inkwell::kernel
