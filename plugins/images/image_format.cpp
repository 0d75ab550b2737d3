#include "image_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string>

namespace inkwell::images {

namespace {

struct Row {
    Format format;
    std::string_view name;
    std::string_view contentType;
    bool transparency;
};

constexpr std::array<Row, 7> kFormats = {{
    {Format::Jpeg, "jpg", "image/jpeg", false},
    {Format::ProgressiveJpeg, "pjpg", "image/jpeg", false},
    {Format::Png, "png", "image/png", true},
    {Format::Webp, "webp", "image/webp", true},
    {Format::Avif, "avif", "image/avif", true},
    {Format::Gif, "gif", "image/gif", true},
    {Format::Json, "json", "application/json; charset=utf-8", false},
}};

constexpr std::array<std::string_view, 8> kChangeable = {"image/jpeg", "image/png",  "image/gif",  "image/webp",
                                                         "image/avif", "image/heic", "image/heif", "image/tiff"};

const Row& rowOf(Format format) {
    return *std::find_if(kFormats.begin(), kFormats.end(), [&](const Row& row) { return row.format == format; });
}

// One item of an Accept header, in lower case: "image/webp;q=0.8".
bool accepts(std::string_view item, std::string_view type) {
    const std::size_t begin = item.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return false;
    item.remove_prefix(begin);
    if (!item.starts_with(type)) return false;
    item.remove_prefix(type.size());
    if (!item.empty() && item.front() != ';' && item.front() != ' ') return false;
    const std::size_t weight = item.find("q=");
    return weight == std::string_view::npos || std::strtod(std::string(item.substr(weight + 2)).c_str(), nullptr) > 0;
}

bool acceptsAnywhere(std::string_view accept, std::string_view type) {
    while (!accept.empty()) {
        const std::size_t comma = accept.find(',');
        if (accepts(accept.substr(0, comma), type)) return true;
        if (comma == std::string_view::npos) return false;
        accept.remove_prefix(comma + 1);
    }
    return false;
}

}  // namespace

std::optional<Format> findFormat(std::string_view name) {
    for (const Row& row : kFormats)
        if (row.name == name) return row.format;
    return std::nullopt;
}

std::string_view nameOf(Format format) { return rowOf(format).name; }

std::string_view contentTypeOf(Format format) { return rowOf(format).contentType; }

bool hasTransparency(Format format) { return rowOf(format).transparency; }

bool isChangeable(std::string_view contentType) {
    return std::find(kChangeable.begin(), kChangeable.end(), contentType) != kChangeable.end();
}

std::optional<Format> negotiate(std::string_view accept, bool canWriteAvif) {
    std::string lower(accept);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (canWriteAvif && acceptsAnywhere(lower, "image/avif")) return Format::Avif;
    if (acceptsAnywhere(lower, "image/webp")) return Format::Webp;
    return std::nullopt;
}

}  // namespace inkwell::images
