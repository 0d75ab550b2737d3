#pragma once

#include <optional>
#include <string_view>

namespace inkwell::images {

/// The values of `fm`; the plugin and its worker use the same names.
enum class Format { Jpeg, ProgressiveJpeg, Png, Webp, Avif, Gif, Json };

/// "jpg", "pjpg", "png" ...: as `fm` has them. Nothing for a name that is none. Any thread.
std::optional<Format> findFormat(std::string_view name);
std::string_view nameOf(Format format);

/// "image/jpeg" and so on; Json is "application/json; charset=utf-8".
std::string_view contentTypeOf(Format format);

/// True for formats that keep transparency.
bool hasTransparency(Format format);

/// True for a content type whose bytes the worker reads; everything else is served as it is.
bool isChangeable(std::string_view contentType);

/// What `auto=format` gives for an Accept header: AVIF, else WebP, where it names them (a wildcard does not count, nor
/// a weight of 0); nothing when it names neither. AVIF only when the worker can write it.
std::optional<Format> negotiate(std::string_view accept, bool canWriteAvif);

}  // namespace inkwell::images
