#pragma once

#include <optional>
#include <string_view>

namespace inkwell::images {

/// The values of `fm`. The plugin and its worker use the same names.
enum class Format { Jpeg, ProgressiveJpeg, Png, Webp, Avif, Gif, Json };

/// "jpg", "pjpg", "png" ..., as in `fm`. Nothing for any other name. Any thread.
std::optional<Format> findFormat(std::string_view name);
std::string_view nameOf(Format format);

/// "image/jpeg" and so on; Json is "application/json; charset=utf-8".
std::string_view contentTypeOf(Format format);

/// True for formats that keep transparency.
bool hasTransparency(Format format);

/// True for a content type that the worker reads; every other file is served unchanged.
bool isChangeable(std::string_view contentType);

/// The format that `auto=format` selects for an Accept header: AVIF if the header names it and the worker can write it,
/// else WebP if named, else nothing. Wildcards and a weight of 0 do not count.
std::optional<Format> negotiate(std::string_view accept, bool canWriteAvif);

}  // namespace inkwell::images
