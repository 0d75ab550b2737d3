#include "uploads/multipart_reader.h"

#include <algorithm>
#include <cstring>

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "uploads/encoded_name.h"
#include "uploads/header_value.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::size_t kMaxPreambleBytes = 64 * 1024;
constexpr std::size_t kMaxLineBytes = 8 * 1024;
constexpr std::size_t kMaxHeaderLines = 20;
constexpr std::size_t kMaxParts = 20;
constexpr std::size_t kMaxBoundaryLength = 70;  // RFC 2046, 5.1.1
constexpr std::string_view kLineEnd = "\r\n";

ApiError malformed(const std::string& what) { return ApiError::badRequest("the multipart body " + what); }

std::size_t find(std::string_view text, std::string_view wanted) {
    const void* found = memmem(text.data(), text.size(), wanted.data(), wanted.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

bool isBoundaryCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("'()+_,-./:=? ").find(c) != std::string_view::npos;
}

std::string boundaryOf(std::string_view contentType) {
    const std::optional<HeaderValue> type = parseHeaderValue(contentType);
    if (!type || type->value != "multipart/form-data") {
        throw ApiError::unsupportedMediaType("the body must be a form: send 'Content-Type: multipart/form-data'");
    }
    const std::string boundary = type->find("boundary").value_or("");
    if (boundary.empty() || boundary.size() > kMaxBoundaryLength || boundary.back() == ' ' ||
        !std::all_of(boundary.begin(), boundary.end(), isBoundaryCharacter)) {
        throw ApiError::badRequest("the Content-Type 'multipart/form-data' names no boundary, or a malformed one");
    }
    return boundary;
}

std::optional<std::string> fileNameOf(const HeaderValue& disposition) {
    if (const auto extended = disposition.find("filename*")) return decodedExtended(*extended);
    const std::optional<std::string> name = disposition.find("filename");
    return name ? std::optional(decodedWords(*name)) : std::nullopt;
}

MultipartReader::Part partOf(std::string_view disposition) {
    const std::optional<HeaderValue> value = parseHeaderValue(disposition);
    if (!value || value->value != "form-data") {
        throw malformed("has a part whose Content-Disposition is not 'form-data'");
    }
    const std::optional<std::string> name = value->find("name");
    if (!name) throw malformed("has a part without a name");
    return {*name, fileNameOf(*value), ""};
}

void checkEncoding(std::string_view encoding) {
    const std::string name = asciiLower(encoding);
    if (name == "binary" || name == "8bit" || name == "7bit") return;
    throw malformed("has a part with a Content-Transfer-Encoding; send the bytes as they are");
}

}  // namespace

MultipartReader::MultipartReader(std::istream& body, std::string_view contentType)
    : body_(body), delimiter_("\r\n--" + boundaryOf(contentType)), buffer_(kBlockBytes) {
    // The first delimiter may stand at the very beginning; it is then found like the others.
    std::memcpy(buffer_.data(), kLineEnd.data(), kLineEnd.size());
    end_ = kLineEnd.size();
}

// Moves what is left to the front and reads behind it. False at the end of the body.
bool MultipartReader::fill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (!body_ || end_ == buffer_.size()) return false;
    body_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
    const auto count = static_cast<std::size_t>(body_.gcount());
    end_ += count;
    return count > 0;
}

void MultipartReader::need(std::size_t bytes, const char* what) {
    while (end_ - begin_ < bytes) {
        if (!fill()) throw malformed(what);
    }
}

void MultipartReader::skipPreamble() {
    std::size_t skipped = 0;
    std::size_t at = 0;
    while ((at = find(window(), delimiter_)) == std::string_view::npos) {
        const std::size_t kept = std::min(end_ - begin_, delimiter_.size() - 1);
        skipped += end_ - begin_ - kept;
        begin_ = end_ - kept;
        if (skipped > kMaxPreambleBytes || !fill()) {
            throw malformed("does not begin with the boundary that its Content-Type names");
        }
    }
    begin_ += at + delimiter_.size();
    started_ = true;
}

bool MultipartReader::readDelimiterEnd() {
    need(2, "ends behind a boundary");
    if (window().substr(0, 2) == "--") return false;
    if (!trimmed(readLine()).empty()) throw malformed("has a boundary that is followed by other bytes on its line");
    return true;
}

// Without its CRLF, valid until the next call.
std::string_view MultipartReader::readLine() {
    std::size_t at = 0;
    while ((at = find(window().substr(0, kMaxLineBytes), kLineEnd)) == std::string_view::npos) {
        if (window().size() >= kMaxLineBytes) throw malformed("has a part with a header line that is too long");
        if (!fill()) throw malformed("ends in the middle of a part's headers");
    }
    const std::string_view line = window().substr(0, at);
    begin_ += at + kLineEnd.size();
    return line;
}

MultipartReader::Part MultipartReader::readHeaders() {
    std::optional<Part> part;
    std::string contentType;
    for (std::size_t lines = 0;; ++lines) {
        const std::string_view line = readLine();
        if (line.empty()) break;
        if (lines == kMaxHeaderLines) throw malformed("has a part with too many headers");
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || colon == 0) throw malformed("has a part with a malformed header");
        const std::string name = asciiLower(line.substr(0, colon));
        const std::string_view value = trimmed(line.substr(colon + 1));
        if (name == "content-disposition") {
            if (part) throw malformed("has a part with two Content-Dispositions");
            part = partOf(value);
        }
        if (name == "content-type") contentType = value;
        if (name == "content-transfer-encoding") checkEncoding(value);
    }
    if (!part) throw malformed("has a part without Content-Disposition");
    part->contentType = std::move(contentType);
    return std::move(*part);
}

std::optional<MultipartReader::Part> MultipartReader::next() {
    if (finished_) return std::nullopt;
    if (!started_) skipPreamble();
    while (inPart_) read();
    if (!readDelimiterEnd()) {
        finished_ = true;
        return std::nullopt;
    }
    if (++parts_ > kMaxParts) throw malformed("has too many parts");
    Part part = readHeaders();
    // The delimiter of an empty part begins with the CRLF that ended its headers.
    begin_ -= kLineEnd.size();
    need(delimiter_.size(), "ends in the middle of a part");
    if (!window().starts_with(delimiter_)) begin_ += kLineEnd.size();
    inPart_ = true;
    return part;
}

std::string_view MultipartReader::read() {
    while (inPart_) {
        const std::string_view bytes = window();
        const std::size_t at = find(bytes, delimiter_);
        const std::size_t sure = bytes.size() < delimiter_.size() ? 0 : bytes.size() - delimiter_.size() + 1;
        const std::size_t count = at == std::string_view::npos ? sure : at;
        begin_ += count;
        if (at != std::string_view::npos && count == 0) {
            begin_ += delimiter_.size();
            inPart_ = false;
        }
        if (count > 0) return bytes.substr(0, count);
        if (inPart_ && !fill()) throw malformed("ends in the middle of a part");
    }
    return {};
}

std::string MultipartReader::readText(const std::string& name, std::size_t maxBytes) {
    std::string text;
    for (std::string_view bytes = read(); !bytes.empty(); bytes = read()) {
        text += bytes;
        if (text.size() > maxBytes) {
            throw ApiError::badRequest("the part '" + name + "' is larger than " + std::to_string(maxBytes) + " bytes");
        }
    }
    return text;
}

}  // namespace inkwell::media
