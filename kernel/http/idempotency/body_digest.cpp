#include "kernel/http/idempotency/body_digest.h"

#include <algorithm>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kDashes = "--";

std::string boundaryOf(std::string_view contentType) {
    const std::string lower = asciiLower(contentType);
    constexpr std::string_view kName = "boundary=";
    const std::size_t at = lower.find(kName);
    if (!lower.starts_with("multipart/") || at == std::string::npos) return {};
    std::string_view value = contentType.substr(at + kName.size());
    if (value.starts_with('"')) {
        value.remove_prefix(1);
        value = value.substr(0, value.find('"'));
    } else {
        value = trimmed(value.substr(0, value.find(';')));
    }
    return value.empty() ? std::string() : std::string(kDashes).append(value);
}

}  // namespace

BodyDigest::BodyDigest(std::string_view contentType) : boundary_(boundaryOf(contentType)) {}

void BodyDigest::add(std::string_view bytes) {
    if (isOver_) return;
    if (boundary_.empty()) return digest_.add(bytes);
    tail_.append(bytes);
    const std::size_t window = boundary_.size() + kDashes.size();  // the last boundary has dashes behind it, too
    std::string_view left = tail_;
    for (std::size_t at = left.find(boundary_); at != std::string_view::npos && left.size() - at >= window;
         at = left.find(boundary_)) {
        digest_.add(left.substr(0, at));
        left.remove_prefix(at + boundary_.size());
        isOver_ = left.starts_with(kDashes);
        if (isOver_) break;
    }
    isWhole_ = isWhole_ || isOver_;
    const std::size_t open = isOver_ ? left.size() : std::min(left.size(), window);
    digest_.add(left.substr(0, left.size() - open));
    tail_ = isOver_ ? std::string() : std::string(left.substr(left.size() - open));
}

const std::string& BodyDigest::finish() {
    if (finished_.empty()) {
        digest_.add(tail_);
        finished_ = digest_.finish();
        isOver_ = true;
    }
    return finished_;
}

}  // namespace inkwell::kernel
