#include "kernel/http/body_reader.h"

#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerSession.h>

#include <algorithm>
#include <limits>

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "kernel/http/request_head.h"

namespace inkwell::kernel {

namespace {

constexpr std::int64_t kDiscardBytes = 64 * 1024;

bool isUtf8Name(std::string_view value) {
    const std::string name = asciiLower(trimmed(value));
    return name == "utf-8" || name == "\"utf-8\"" || name == "utf8";
}

// "application/json", with no parameter that names another character set.
bool isJsonType(std::string_view contentType) {
    std::size_t end = contentType.find(';');
    if (asciiLower(trimmed(contentType.substr(0, end))) != "application/json") return false;
    while (end != std::string_view::npos) {
        contentType.remove_prefix(end + 1);
        end = contentType.find(';');
        const std::string_view parameter = contentType.substr(0, end);
        const std::size_t equals = parameter.find('=');
        if (equals == std::string_view::npos) continue;
        const bool charset = asciiLower(trimmed(parameter.substr(0, equals))) == "charset";
        if (charset && !isUtf8Name(parameter.substr(equals + 1))) return false;
    }
    return true;
}

}  // namespace

BodyReader::BodyReader(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response,
                       std::size_t arrived)
    : request_(request), response_(response), framing_(framingOf(request)) {
    length_ = framing_ == Framing::Length ? request.getContentLength64() : 0;
    if (framing_ == Framing::Length && length_ == 0) framing_ = Framing::None;
    // Whatever the head says of itself: what has come with it is the only fact that no sender can feign.
    isAwaited_ = framing_ == Framing::Chunked || length_ > static_cast<std::int64_t>(arrived);
}

// A sound head has one of these headers at most, and a length of digits (wire/raw_head.h).
BodyReader::Framing BodyReader::framingOf(const Poco::Net::HTTPServerRequestImpl& request) {
    if (request.getChunkedTransferEncoding()) return Framing::Chunked;
    // Poco reads a POST that announces no body until the connection ends; it has none.
    return request.has("Content-Length") ? Framing::Length : Framing::None;
}

BodySource& BodyReader::source(std::int64_t maxBytes) {
    if (!source_) {
        if (isAwaited_ && hasExpectation(request_)) response_.sendContinue();
        const std::chrono::milliseconds patience(request_.serverParams().getTimeout().totalMilliseconds());
        const std::int64_t length = framing_ == Framing::Chunked ? BodySource::kUnknownLength : length_;
        if (framing_ == Framing::Chunked) undecoded_.emplace(request_.session(), std::ios::in);
        std::streambuf& begun = undecoded_ ? *undecoded_ : *request_.stream().rdbuf();
        connection_ = std::make_unique<ConnectionSource>(begun, request_.socket());
        source_ = std::make_unique<BodySource>(*connection_, length, patience, maxBytes);
        source_->watch(watcher_);
    }
    return *source_;
}

Json BodyReader::readJson(std::int64_t maxBytes, bool optional, const std::function<void(std::size_t)>& admit) {
    std::string text;
    if (framing_ != Framing::None) {
        if (!isJsonType(request_.getContentType())) {
            throw ApiError::unsupportedMediaType("the body must be JSON: send 'Content-Type: application/json'");
        }
        const std::string coding = asciiLower(request_.get("Content-Encoding", "identity"));
        if (coding != "identity") throw ApiError::unsupportedMediaType("the body must not be compressed");
        if (length_ > maxBytes) throw bodyTooLarge(maxBytes);
        text = readAll(maxBytes);
    }
    if (!text.empty()) {
        admit(memoryOfJson(text));
        return parseJson(text);
    }
    if (optional) return JsonObject{};
    throw ApiError::badRequest("the body is empty; send a JSON object");
}

std::string BodyReader::readAll(std::int64_t maxBytes) {
    BodySource& from = source();
    std::string text;
    text.reserve(static_cast<std::size_t>(length_));
    while (from.sgetc() != BodySource::traits_type::eof()) {
        const std::size_t before = text.size();
        const auto count = static_cast<std::size_t>(from.in_avail());
        if (static_cast<std::int64_t>(before + count) > maxBytes) throw bodyTooLarge(maxBytes);
        text.resize(before + count);
        from.sgetn(text.data() + before, static_cast<std::streamsize>(count));
    }
    return text;
}

std::istream& BodyReader::stream(std::int64_t maxBytes) {
    const std::int64_t limit = maxBytes > 0 ? maxBytes : BodySource::kUnlimited;
    if (length_ > limit) throw bodyTooLarge(limit);
    if (!stream_) {
        stream_ = std::make_unique<std::istream>(&source(limit));
        // Otherwise an istream swallows what its buffer throws, and a broken upload would look like a short one.
        stream_->exceptions(std::ios::badbit);
    }
    return *stream_;
}

void BodyReader::keepAsking(std::function<void()> ask) { source().keepAsking(std::move(ask)); }

void BodyReader::watch(BodyDigest& digest) noexcept {
    watcher_ = &digest;
    if (framing_ == Framing::None) digest.end();
}

void BodyReader::readToEnd(std::int64_t maxBytes) {
    if (framing_ == Framing::None) return;
    stream(maxBytes).ignore(std::numeric_limits<std::streamsize>::max());
}

Leftover BodyReader::leftover() const noexcept {
    if (framing_ == Framing::None) return Leftover::Nothing;
    // What follows the last chunk may have been read with it.
    if (framing_ != Framing::Length || (source_ && source_->failed())) return Leftover::Close;
    if (source_ && source_->ended()) return Leftover::Nothing;
    // A client that waits for "100 Continue" may send the body or not; nobody can tell what comes next.
    if (!source_ && isAwaited_ && hasExpectation(request_)) return Leftover::Close;
    return remaining() <= kDiscardBytes ? Leftover::Discard : Leftover::Close;
}

}  // namespace inkwell::kernel
