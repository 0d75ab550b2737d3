#include "inkwell/error.h"

#include <algorithm>

namespace inkwell {

namespace {

// A body of megabytes can hold a million mistakes; an answer must not.
constexpr std::size_t kMaxProblems = 1000;
constexpr std::size_t kMaxPathBytes = 300;

std::string shortened(std::string path) {
    if (path.size() <= kMaxPathBytes) return path;
    std::size_t end = kMaxPathBytes;
    while (end > 0 && (static_cast<unsigned char>(path[end]) & 0xC0) == 0x80) --end;
    path.resize(end);
    return path + "...";
}

}  // namespace

void Problems::add(std::string path, std::string message) {
    if (list_.size() < kMaxProblems) {
        list_.push_back({shortened(std::move(path)), std::move(message)});
    } else if (list_.size() == kMaxProblems) {
        list_.push_back(
            {"", "there are more problems; only the first " + std::to_string(kMaxProblems) + " are listed"});
    }
}

void Problems::throwIfAny(const std::string& refusal) const {
    if (list_.empty()) return;
    const Problem& first = list_.front();
    std::string message = refusal + ": " + (first.path.empty() ? "" : first.path + ": ") + first.message;
    // Many clients show nothing else.
    if (const std::size_t others = list_.size() - 1; others != 0) {
        message += (others < kMaxProblems ? " (and " : " (and at least ") + std::to_string(others) + " more)";
    }
    throw ApiError::badRequest(std::move(message), list_);
}

ApiError::ApiError(int status, std::string code, std::string message, std::vector<Problem> problems)
    : status_(status), code_(std::move(code)), message_(std::move(message)), problems_(std::move(problems)) {}

ApiError& ApiError::withHeader(std::string name, std::string value) {
    headers_.emplace_back(std::move(name), std::move(value));
    return *this;
}

ApiError& ApiError::withLogText(std::string text) {
    logText_ = std::move(text);
    return *this;
}

ApiError ApiError::badRequest(std::string message, std::vector<Problem> problems) {
    return {400, "bad_request", std::move(message), std::move(problems)};
}

ApiError ApiError::unauthorized(std::string message) { return {401, "unauthorized", std::move(message)}; }

ApiError ApiError::forbidden(std::string message) { return {403, "forbidden", std::move(message)}; }

ApiError ApiError::notFound(const std::string& resource, const std::string& id) {
    return {404, "not_found", resource + " '" + id + "' was not found"};
}

ApiError ApiError::conflict(std::string message) { return {409, "conflict", std::move(message)}; }

ApiError ApiError::tooLarge(std::string message) { return {413, "too_large", std::move(message)}; }

ApiError ApiError::unsupportedMediaType(std::string message) {
    return {415, "unsupported_media_type", std::move(message)};
}

ApiError ApiError::tooManyRequests(std::string message, int retryAfterSeconds) {
    ApiError error(429, "too_many_requests", std::move(message));
    error.withHeader("Retry-After", std::to_string(retryAfterSeconds));
    return error;
}

ApiError ApiError::unavailable(std::string message, int retryAfterSeconds) {
    ApiError error(503, "unavailable", std::move(message));
    if (retryAfterSeconds > 0) error.withHeader("Retry-After", std::to_string(retryAfterSeconds));
    return error;
}

}  // namespace inkwell
