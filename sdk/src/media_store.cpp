#include "inkwell/media_store.h"

#include <algorithm>

namespace inkwell {

namespace {

constexpr std::size_t kMaxKeyLength = 200;
constexpr int kRetryAfterSeconds = 5;
constexpr const char* kKeyOfNothing = "health";  // those of contents are longer

bool isLowerOrDigit(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool isLetterOrDigit(char c) noexcept { return isLowerOrDigit(c) || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool isMediaKey(std::string_view text) noexcept {
    return !text.empty() && text.size() <= kMaxKeyLength && isLetterOrDigit(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return isLetterOrDigit(c) || c == '-' || c == '_' || c == '.'; });
}

std::optional<MediaLocation> MediaLocation::parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    const std::string_view store = text.substr(0, colon);
    const std::string_view key = text.substr(colon + 1);
    const bool isStore = std::all_of(store.begin(), store.end(), [](char c) { return isLowerOrDigit(c) || c == '_'; });
    if (!isStore || !isMediaKey(key)) return std::nullopt;
    return MediaLocation{std::string(store), std::string(key)};
}

void MediaStore::check() {
    try {
        size(kKeyOfNothing);
    } catch (const MediaStoreError& error) {
        if (error.kind() != MediaStoreError::Kind::NotFound) throw;
    }
}

ApiError MediaStoreError::toApiError() const {
    switch (kind_) {
        case Kind::NotFound:
            return ApiError(404, "not_found", "the content of this media was not found").withLogText(message_);
        case Kind::Full:
            return ApiError(507, "insufficient_storage", "the media store is full").withLogText(message_);
        case Kind::Unavailable:
            return ApiError::unavailable("the media store is away", kRetryAfterSeconds).withLogText(message_);
        case Kind::Other:
            break;
    }
    return ApiError(500, "internal_error", "the media store failed").withLogText(message_);
}

}  // namespace inkwell
