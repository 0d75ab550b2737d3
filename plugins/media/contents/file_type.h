#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace inkwell::media {

inline constexpr std::size_t kMaxContentTypeLength = 200;

/// The MIME type of a file by its first bytes (libmagic), then its name, then what the client declared. If the bytes
/// only say "text" or "zip", a matching name refines that. Never "", never with parameters. Any thread.
std::string chooseType(std::string_view head, std::string_view name, std::string_view declared);

/// A declared MIME type in lower case, without parameters; "" if it is malformed. Any thread.
std::string cleanType(std::string_view declared);

/// True for types that browsers do not execute: images except SVG, audio, video, fonts, PDF, plain text. Others are
/// served as attachments (interface/media-and-images.md, "Files").
bool isHarmlessType(std::string_view contentType);

}  // namespace inkwell::media
