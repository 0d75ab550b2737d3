#pragma once

#include <string>
#include <string_view>

namespace inkwell::media {

/// The MIME type of a file: what its first bytes say (libmagic), then its name, then what the client declared; where
/// the bytes say only "text" or "zip", a name that fits makes it exact. Never "", never with parameters. Any thread.
std::string chooseType(std::string_view head, std::string_view name, std::string_view declared);

/// True for what no browser runs: pictures but SVG, sound, film, fonts, PDF, plain text. Everything else is for saving
/// (where-silent.md, "Media, served").
bool isHarmlessType(std::string_view contentType);

}  // namespace inkwell::media
