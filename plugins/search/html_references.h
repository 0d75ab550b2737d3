#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace inkwell::search {

struct HtmlReference {
    std::string letter;    // UTF-8
    std::size_t size = 0;  // of the reference in the text, with '&' and ';'
};

/// The character reference of HTML that `text` begins with: a number, or one of the names of HTML 4 (section 24) or
/// `apos`. Nothing where it begins with none. Any thread.
std::optional<HtmlReference> htmlReferenceAt(std::string_view text);

}  // namespace inkwell::search
