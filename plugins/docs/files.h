#pragma once

#include <span>
#include <string_view>

namespace inkwell::docs {

/// One file below /docs, complete as it is sent. The guide is the file "guide".
struct File {
    std::string_view name;
    std::string_view type;  // for Content-Type
    std::string_view text;
    bool isPage = false;  // HTML whose local links begin with "/"
};

/// All of them; docs_make writes their source while the plugin is built. Any thread.
std::span<const File> files();

}  // namespace inkwell::docs
