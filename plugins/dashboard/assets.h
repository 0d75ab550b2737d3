#pragma once

#include <span>
#include <string_view>

namespace inkwell::dashboard {

/// One file of the application, in three codings. The page is "index.html", that around a sandboxed part "frame.html";
/// the names of the others hold a digest of their content.
struct Asset {
    std::string_view name;
    std::string_view type;  // for Content-Type
    std::string_view digest;
    std::string_view text;
    std::string_view gzip;
    std::string_view brotli;
};

/// All of them; web/build.mjs writes their source while the plugin is built. Any thread.
std::span<const Asset> assets();

}  // namespace inkwell::dashboard
