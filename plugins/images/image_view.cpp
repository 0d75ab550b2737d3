#include "image_view.h"

#include <array>

#include "inkwell/text.h"

namespace inkwell::images {

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

// Names are never given twice. A file that is replaced gets another one, and who kept the old picture may go on with
// it.
constexpr const char* kForEver = "public, max-age=31536000, immutable";
// What depends on the record may change with it.
constexpr const char* kForAWhile = "public, max-age=300";

Headers commonHeaders(const ImageParams& params, const std::string& tag) {
    Headers headers{{"ETag", '"' + tag + '"'}, {"Cache-Control", params.byRecord ? kForAWhile : kForEver}};
    if (params.autoFormat) headers.emplace_back("Vary", "Accept");
    return headers;
}

bool isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
}

// RFC 6266: an ASCII name for everybody, and the whole one as RFC 8187 writes it.
std::string disposition(const char* kind, const std::string& name) {
    static constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string plain;
    std::string encoded;
    for (const char c : name) {
        plain += isPlain(c) || c == ' ' ? c : '_';
        if (isPlain(c)) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
    return std::string(kind) + "; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded;
}

// What no browser runs; everything else could be a page or a script of ours, and so could what is no type.
bool isHarmless(std::string_view type) {
    if (type.find_first_of(",; \t") != std::string_view::npos || type.ends_with("+xml")) return false;
    return isChangeable(type) || type.starts_with("audio/") || type.starts_with("video/") ||
           type.starts_with("font/") || type == "application/pdf" || type == "text/plain" || type == "image/bmp" ||
           type == "image/x-icon" || type == "image/vnd.microsoft.icon" || type == "image/jxl" || type == "image/apng";
}

std::string fileName(const MediaContent& media, const ImageParams& params) {
    const std::string wanted(trimmed(params.download.value_or("")));
    return wanted.empty() ? media.originalName : wanted;
}

}  // namespace

Response renderNotModified(const ImageParams& params, const std::string& tag) {
    return {304, nullptr, commonHeaders(params, tag)};
}

Response renderOriginal(const MediaContent& media, const ImageParams& params, const std::string& tag) {
    Response response{200, nullptr, commonHeaders(params, tag)};
    const bool isShown = isHarmless(media.contentType);
    if (!isShown) response.headers.emplace_back("Content-Security-Policy", "default-src 'none'; sandbox");
    const char* kind = !isShown || params.download ? "attachment" : "inline";
    response.headers.emplace_back("Content-Disposition", disposition(kind, fileName(media, params)));
    response.stream = StreamBody{media.contentType, media.sizeBytes, media.read(0, media.sizeBytes)};
    return response;
}

Response renderVariant(std::shared_ptr<const Variant> variant, const MediaContent& media, const ImageParams& params,
                       const std::string& tag) {
    Response response{200, nullptr, commonHeaders(params, tag)};
    if (params.download)
        response.headers.emplace_back("Content-Disposition", disposition("attachment", fileName(media, params)));
    response.stream = StreamBody{std::string(contentTypeOf(variant->format())), variant->sizeBytes(),
                                 Variant::open(std::move(variant))};
    return response;
}

}  // namespace inkwell::images
