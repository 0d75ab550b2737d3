#include "contents/file_type.h"

#include <magic.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "contents/file_name.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

constexpr const char* kUnknown = "application/octet-stream";
constexpr std::string_view kText = "text/plain";

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 63> kTypesOfExtensions = {{
    {"7z", "application/x-7z-compressed"},
    {"aac", "audio/aac"},
    {"apk", "application/vnd.android.package-archive"},
    {"avi", "video/x-msvideo"},
    {"avif", "image/avif"},
    {"bmp", "image/bmp"},
    {"css", "text/css"},
    {"csv", "text/csv"},
    {"doc", "application/msword"},
    {"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    {"epub", "application/epub+zip"},
    {"flac", "audio/flac"},
    {"gif", "image/gif"},
    {"glb", "model/gltf-binary"},
    {"gltf", "model/gltf+json"},
    {"gz", "application/gzip"},
    {"heic", "image/heic"},
    {"htm", "text/html"},
    {"html", "text/html"},
    {"ico", "image/x-icon"},
    {"ics", "text/calendar"},
    {"jpeg", "image/jpeg"},
    {"jpg", "image/jpeg"},
    {"js", "text/javascript"},
    {"json", "application/json"},
    {"jxl", "image/jxl"},
    {"m4a", "audio/mp4"},
    {"m4v", "video/mp4"},
    {"md", "text/markdown"},
    {"mjs", "text/javascript"},
    {"mkv", "video/x-matroska"},
    {"mov", "video/quicktime"},
    {"mp3", "audio/mpeg"},
    {"mp4", "video/mp4"},
    {"mpeg", "video/mpeg"},
    {"odp", "application/vnd.oasis.opendocument.presentation"},
    {"ods", "application/vnd.oasis.opendocument.spreadsheet"},
    {"odt", "application/vnd.oasis.opendocument.text"},
    {"ogg", "audio/ogg"},
    {"otf", "font/otf"},
    {"pdf", "application/pdf"},
    {"png", "image/png"},
    {"ppt", "application/vnd.ms-powerpoint"},
    {"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
    {"rar", "application/vnd.rar"},
    {"rtf", "application/rtf"},
    {"svg", "image/svg+xml"},
    {"tar", "application/x-tar"},
    {"tif", "image/tiff"},
    {"tiff", "image/tiff"},
    {"ttf", "font/ttf"},
    {"txt", "text/plain"},
    {"vtt", "text/vtt"},
    {"wav", "audio/wav"},
    {"webm", "video/webm"},
    {"webmanifest", "application/manifest+json"},
    {"webp", "image/webp"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"xls", "application/vnd.ms-excel"},
    {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    {"xml", "application/xml"},
    {"zip", "application/zip"},
}};

constexpr std::array<std::string_view, 18> kHarmless = {
    "application/pdf", "image/apng",   "image/avif", "image/bmp",     "image/gif",  "image/heic",
    "image/heif",      "image/jpeg",   "image/jxl",  "image/png",     "image/tiff", "image/vnd.microsoft.icon",
    "image/webp",      "image/x-icon", "text/csv",   "text/markdown", "text/plain", "text/vtt"};

// libmagic's own handle is for one thread at a time.
class Magic {
public:
    std::string typeOf(std::string_view head) {
        const std::lock_guard lock(mutex_);
        if (!handle_) open();
        const char* type = magic_buffer(handle_.get(), head.data(), head.size());
        return type != nullptr ? type : "";
    }

private:
    void open() {
        handle_.reset(magic_open(MAGIC_MIME_TYPE));
        if (!handle_ || magic_load(handle_.get(), nullptr) != 0) {
            handle_.reset();
            throw std::runtime_error("libmagic cannot load its database");
        }
        // Of a text of empty lines alone its expressions take a second otherwise, while all other uploads wait.
        std::size_t most = 1024;
        magic_setparam(handle_.get(), MAGIC_PARAM_REGEX_MAX, &most);
    }

    struct Close {
        void operator()(magic_set* handle) const { magic_close(handle); }
    };
    std::mutex mutex_;
    std::unique_ptr<magic_set, Close> handle_;
};

// "" when the bytes say nothing.
std::string typeOfBytes(std::string_view head) {
    static Magic magic;
    std::string type = head.empty() ? "" : asciiLower(magic.typeOf(head));
    if (type == kUnknown || type.find('/') == std::string::npos || type.starts_with("inode/")) type.clear();
    if (type == "text/xml") type = "application/xml";
    return type;
}

std::string typeOfName(std::string_view name) {
    const std::string extension = extensionOf(name);
    for (const auto& [ending, type] : kTypesOfExtensions)
        if (ending == extension) return std::string(type);
    return "";
}

bool isTokenCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$&-^_.+").find(c) != std::string::npos;
}

bool isTextual(std::string_view type) {
    return type.starts_with("text/") || type.ends_with("json") || type.ends_with("xml") || type == "application/rtf";
}

// What the bytes say in general, a name may say exactly.
bool refines(std::string_view byName, std::string_view byBytes) {
    if (byBytes == kText) return isTextual(byName);
    if (byBytes == "application/json") return byName.ends_with("+json");
    const bool isOffice = byName.starts_with("application/vnd.") || byName.starts_with("application/epub");
    return byBytes == "application/zip" && isOffice;
}

}  // namespace

std::string cleanType(std::string_view declared) {
    std::string type = asciiLower(trimmed(declared.substr(0, declared.find(';'))));
    const std::size_t slash = type.find('/');
    const bool good = slash != std::string::npos && slash > 0 && slash + 1 < type.size() &&
                      type.size() <= kMaxContentTypeLength &&
                      std::all_of(type.begin(), type.begin() + static_cast<std::ptrdiff_t>(slash), isTokenCharacter) &&
                      std::all_of(type.begin() + static_cast<std::ptrdiff_t>(slash) + 1, type.end(), isTokenCharacter);
    return good ? type : "";
}

std::string chooseType(std::string_view head, std::string_view name, std::string_view declared) {
    std::string byBytes = typeOfBytes(head);
    std::string byName = typeOfName(name);
    if (!byName.empty() && (byBytes.empty() || refines(byName, byBytes))) return byName;
    if (!byBytes.empty()) return byBytes;
    std::string clean = cleanType(declared);
    return clean.empty() ? kUnknown : clean;
}

bool isHarmlessType(std::string_view contentType) {
    // A browser may make something else of what is no type.
    if (cleanType(contentType) != contentType) return false;
    if (contentType.ends_with("+xml")) return false;  // may run scripts, whatever stands before it
    return contentType.starts_with("audio/") || contentType.starts_with("video/") || contentType.starts_with("font/") ||
           std::find(kHarmless.begin(), kHarmless.end(), contentType) != kHarmless.end();
}

}  // namespace inkwell::media
