#include "kernel/http/response_writer.h"

#include <Poco/Net/StreamSocket.h>
#include <Poco/NumberFormatter.h>
#include <Poco/String.h>
#include <xxhash.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <istream>
#include <stdexcept>

#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/precondition.h"
#include "inkwell/text.h"
#include "kernel/http/response_check.h"
#include "kernel/http/wire/connection_socket.h"
#include "kernel/runtime/clean_text.h"
#include "kernel/runtime/exception_text.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::milliseconds kLiveWait{250};
constexpr std::string_view kLastChunk = "0\r\n\r\n";
constexpr std::size_t kCompressFromBytes = 1024;
constexpr int kGzipLevel = 4;        // past it, JSON gets little smaller for much more time
constexpr int kGzipWindowBits = 31;  // 15, and 16 for the gzip frame
constexpr std::size_t kOneSendBytes = 256 * 1024;
constexpr std::size_t kHeadBytes = 512;
constexpr std::int64_t kStreamPieceBytes = 256 * 1024;
constexpr std::int64_t kShortStreamBytes = 256 * 1024;
constexpr int kRetryAfterSeconds = 5;
constexpr std::string_view kGzipMark = "-gzip";

constexpr int kOk = 200;
constexpr int kNoContent = 204;
constexpr int kNotModified = 304;

bool hasBody(int status) { return status != kNoContent && status != kNotModified; }

bool hasHeader(const Answer& answer, const char* name) {
    return std::any_of(answer.headers.begin(), answer.headers.end(),
                       [&](const auto& header) { return Poco::icompare(header.first, name) == 0; });
}

void addDefault(Answer& answer, const char* name, std::string value) {
    if (!hasHeader(answer, name)) answer.headers.emplace_back(name, std::move(value));
}

std::string textOf(const JsonText& text, const AnswerForm& form) {
    if (form.share != nullptr) form.share->grow(static_cast<std::int64_t>(text.size()));
    std::string joined = text.joined();
    if (form.pretty) return writePrettyJson(parseStoredJson(joined));
    return joined;
}

// While a text grows it takes about half of what its JSON does. What is asked for and not given back, because something
// is thrown, is so with the answer.
std::string textOf(const Json& json, const AnswerForm& form) {
    const std::int64_t whileGrowing = form.share != nullptr ? form.share->held() / 2 : 0;
    if (form.share != nullptr) form.share->grow(whileGrowing);
    std::string text = form.pretty ? writePrettyJson(json) : writeJson(json);
    text.shrink_to_fit();  // it may be kept for long, and has grown by doubling
    if (form.share != nullptr) {
        form.share->shrink(whileGrowing);
        form.share->grow(static_cast<std::int64_t>(text.size()));
    }
    return text;
}

std::string bodyOf(const Response& response, const AnswerForm& form) {
    std::string text = response.text ? textOf(*response.text, form) : textOf(response.json, form);
    if (!isCleanText(text)) throw std::logic_error("an answer is not valid UTF-8");
    return text;
}

// Tells two bodies apart, and guards nothing: a tenth of what a digest of cryptography costs, which was a fifth of the
// work for a list of 1,000 objects.
std::string digestOf(const std::string& body) {
    XXH128_canonical_t digest;
    XXH128_canonicalFromHash(&digest, XXH3_128bits(body.data(), body.size()));
    return toHex(std::string_view(reinterpret_cast<const char*>(digest.digest), sizeof digest.digest));
}

// The plain and the compressed form of one content match each other.
bool matches(std::string_view ifNoneMatch, const std::string& whole) {
    return !ifNoneMatch.empty() && (namesTag(ifNoneMatch, '"' + whole + '"') ||
                                    namesTag(ifNoneMatch, '"' + whole + std::string(kGzipMark) + '"'));
}

std::string gzipped(const std::string& text, const AnswerForm& form) {
    if (form.share != nullptr) form.share->grow(static_cast<std::int64_t>(text.size()));
    z_stream stream{};
    if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindowBits, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::runtime_error("gzip cannot be set up");
    }
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int result = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END) throw std::runtime_error("gzip did not finish");
    packed.shrink_to_fit();
    return packed;
}

bool isLarge(std::string_view text) { return text.size() > kCompressFromBytes; }

void appendHeader(std::string& bytes, const std::string& name, const std::string& value) {
    bytes.append(name).append(": ").append(value).append("\r\n");
}

std::string quotedTag(const std::string& tag, bool packed) {
    return '"' + tag + std::string(packed ? kGzipMark : "") + '"';
}

// Sets body, Content-Encoding, Vary and ETag, or turns the answer into 304.
void shapeRead(Answer& answer, const FinishedRead& read, const AnswerForm& form) {
    const bool packed = isLarge(*read.text) && form.gzip;
    if (isLarge(*read.text)) addDefault(answer, "Vary", "Accept-Encoding");
    addDefault(answer, "ETag", quotedTag(read.tag, packed));
    if (matches(form.ifNoneMatch, read.tag)) {
        answer.status = kNotModified;
        return;
    }
    answer.sharedBody = packed ? read.gzip : read.text;
    if (packed) answer.headers.emplace_back("Content-Encoding", "gzip");
}

// Sets body, Content-Encoding and Vary of an answer that is not for keeping; its ETag where it tells of a version.
void shapeOther(Answer& answer, std::string body, const AnswerForm& form, const std::string& version) {
    if (!version.empty()) {
        answer.headers.emplace_back("ETag", quotedTag(version + digestOf(body), isLarge(body) && form.gzip));
    }
    if (!isLarge(body)) {
        answer.body = std::move(body);
        return;
    }
    addDefault(answer, "Vary", "Accept-Encoding");
    if (form.gzip) {
        body = gzipped(body, form);
        answer.headers.emplace_back("Content-Encoding", "gzip");
    }
    answer.sharedBody = std::make_shared<const std::string>(std::move(body));
}

void addCommonHeaders(Answer& answer, const AnswerForm& form) {
    if (hasBody(answer.status)) addDefault(answer, "Content-Type", "application/json; charset=utf-8");
    addDefault(answer, "X-Content-Type-Options", "nosniff");
    // A read may be kept by the client's own cache and is asked about by its ETag; nothing else is worth keeping.
    const bool keepable = form.isRead && (answer.status == kOk || answer.status == kNotModified);
    addDefault(answer, "Cache-Control", keepable ? "private, no-cache" : "no-store");
}

std::string headOf(const Answer& answer, const Poco::Net::HTTPResponse& response, std::size_t room) {
    std::string bytes;
    bytes.reserve(kHeadBytes + room);
    bytes.append(response.getVersion()).append(" ").append(std::to_string(answer.status));
    bytes.append(" ").append(response.getReason()).append("\r\n");
    for (const auto& [name, value] : response) appendHeader(bytes, name, value);
    for (const auto& [name, value] : answer.headers) appendHeader(bytes, name, value);
    bytes += "\r\n";
    return bytes;
}

std::int64_t sendStream(const StreamBody& stream, Poco::Net::StreamSocket& socket) {
    std::vector<char> piece(static_cast<std::size_t>(std::min(kStreamPieceBytes, stream.length)));
    std::int64_t sent = 0;
    while (sent < stream.length) {
        const std::int64_t wanted = std::min(kStreamPieceBytes, stream.length - sent);
        stream.bytes->read(piece.data(), wanted);
        const std::streamsize count = stream.bytes->gcount();
        if (count > 0) socket.sendBytes(piece.data(), static_cast<int>(count));
        sent += count;
        if (count < wanted) {
            throw BrokenStream("a stream ended after " + std::to_string(sent) + " of " + std::to_string(stream.length) +
                               " bytes");
        }
    }
    return sent;
}

// One that only ends early is damaged, and will be so the next time.
void refuseBroken(const std::istream& bytes, std::int64_t read, std::int64_t length) {
    if (!bytes.bad()) return;
    throw ApiError::unavailable("what was asked for could not be read to its end; try again", kRetryAfterSeconds)
        .withLogText("a stream broke off after " + std::to_string(read) + " of " + std::to_string(length) + " bytes");
}

bool isGone(Poco::Net::StreamSocket& socket) {
    return socket.poll(Poco::Timespan(0), Poco::Net::Socket::SELECT_READ) && socket.available() == 0;
}

// Of the plugin: nothing of it may look as if the client had gone.
std::optional<std::string> nextPiece(const LiveBody& live) {
    try {
        return live.next(kLiveWait);
    } catch (...) {
        throw BrokenStream("a live body failed: " + exceptionText());
    }
}

// A piece is a chunk of its own (RFC 9112, 7.1); to HTTP/1.0 the body ends with the connection.
std::int64_t sendLive(const LiveBody& live, bool chunked, Poco::Net::StreamSocket& socket,
                      const std::function<bool()>& mustEnd) {
    std::int64_t sent = 0;
    while (!mustEnd() && !isGone(socket)) {
        const std::optional<std::string> piece = nextPiece(live);
        if (!piece) break;
        if (piece->empty()) continue;
        std::string bytes = chunked ? Poco::NumberFormatter::formatHex(piece->size()) + "\r\n" : std::string();
        bytes.append(*piece).append(chunked ? "\r\n" : "");
        socket.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
        sent += static_cast<std::int64_t>(piece->size());
    }
    if (chunked) socket.sendBytes(kLastChunk.data(), static_cast<int>(kLastChunk.size()));
    return sent;
}

}  // namespace

bool acceptsGzip(std::string_view acceptEncoding) {
    bool any = false;
    while (!acceptEncoding.empty()) {
        const std::size_t comma = acceptEncoding.find(',');
        const std::string item = asciiLower(acceptEncoding.substr(0, comma));
        acceptEncoding = comma == std::string_view::npos ? std::string_view{} : acceptEncoding.substr(comma + 1);
        const std::size_t semicolon = item.find(';');
        const std::string_view name = trimmed(std::string_view(item).substr(0, semicolon));
        const std::size_t weight = item.find("q=");
        const bool wanted = weight == std::string::npos || std::strtod(item.c_str() + weight + 2, nullptr) > 0;
        if (name == "gzip" || name == "x-gzip") return wanted;
        if (name == "*") any = wanted;
    }
    return any;
}

Answer renderAnswer(const Response& response, const AnswerForm& form) {
    checkResponse(response);
    Answer answer{response.status, response.headers, {}, {}};
    const std::string version = takeVersion(answer.headers);
    if (response.live) {
        addDefault(answer, "Content-Type", response.live->contentType);
        answer.live = response.live;
    } else if (response.stream) {
        addDefault(answer, "Content-Type", response.stream->contentType);
        answer.stream = response.stream;
    } else if (form.isRead && answer.status == kOk) {
        FinishedRead read = finishRead(response, form, version);
        if (needsPacking(read, form)) pack(read, form);
        shapeRead(answer, read, form);
    } else if (hasBody(answer.status)) {
        shapeOther(answer, bodyOf(response, form), form, version);
    }
    addCommonHeaders(answer, form);
    return answer;
}

std::string takeVersion(std::vector<std::pair<std::string, std::string>>& headers) {
    const auto found = std::find_if(headers.begin(), headers.end(), [](const auto& header) {
        return Poco::icompare(header.first, "ETag") == 0 && !versionPrefix(header.second).empty();
    });
    if (found == headers.end()) return {};
    std::string version(versionPrefix(found->second));
    headers.erase(found);
    return version;
}

FinishedRead finishRead(const Response& response, const AnswerForm& form, std::string_view version) {
    std::string text = bodyOf(response, form);
    std::string tag = std::string(version) + digestOf(text);
    return {std::make_shared<const std::string>(std::move(text)), nullptr, std::move(tag)};
}

bool needsPacking(const FinishedRead& read, const AnswerForm& form) {
    return form.gzip && !read.gzip && isLarge(*read.text) && !matches(form.ifNoneMatch, read.tag);
}

void pack(FinishedRead& read, const AnswerForm& form) {
    read.gzip = std::make_shared<const std::string>(gzipped(*read.text, form));
}

Answer answerRead(const FinishedRead& read, const AnswerForm& form) {
    Answer answer{kOk, {}, {}, {}};
    shapeRead(answer, read, form);
    if (!form.sharedControl.empty() && !read.keys.empty()) {
        answer.headers.emplace_back("Cache-Control", form.sharedControl);
        answer.headers.emplace_back("Surrogate-Key", read.keys);
    }
    addCommonHeaders(answer, form);
    return answer;
}

void awaitStream(Answer& answer) {
    if (!answer.stream || answer.stream->length == 0) return;
    answer.stream->bytes->peek();
    refuseBroken(*answer.stream->bytes, 0, answer.stream->length);
}

void gatherShortStream(Answer& answer) {
    if (!answer.stream || answer.stream->length > kShortStreamBytes) return;
    std::string bytes(static_cast<std::size_t>(answer.stream->length), '\0');
    answer.stream->bytes->read(bytes.data(), answer.stream->length);
    if (answer.stream->bytes->gcount() < answer.stream->length) {
        refuseBroken(*answer.stream->bytes, answer.stream->bytes->gcount(), answer.stream->length);
        throw BrokenStream("a stream ended after " + std::to_string(answer.stream->bytes->gcount()) + " of " +
                           std::to_string(answer.stream->length) + " bytes");
    }
    answer.sharedBody = std::make_shared<const std::string>(std::move(bytes));
    answer.stream.reset();
}

std::string wireText(const Answer& answer) {
    Poco::Net::HTTPResponse response(Poco::Net::HTTPMessage::HTTP_1_1,
                                     static_cast<Poco::Net::HTTPResponse::HTTPStatus>(answer.status));
    response.setDate(Poco::Timestamp());
    response.setContentLength64(static_cast<std::int64_t>(answer.text().size()));
    return headOf(answer, response, answer.text().size()).append(answer.text());
}

std::int64_t sendAnswer(const Answer& answer, Poco::Net::HTTPServerRequestImpl& request,
                        Poco::Net::HTTPServerResponse& response, const std::function<bool()>& mustEnd) {
    const std::string_view text = answer.text();
    const std::int64_t length = answer.stream ? answer.stream->length : static_cast<std::int64_t>(text.size());
    const bool withBody = request.getMethod() != Poco::Net::HTTPRequest::HTTP_HEAD;
    const bool together = withBody && text.size() <= kOneSendBytes;
    response.setStatusAndReason(static_cast<Poco::Net::HTTPResponse::HTTPStatus>(answer.status));
    const bool chunked = answer.live && request.getVersion() == Poco::Net::HTTPMessage::HTTP_1_1;
    if (chunked) {
        response.setChunkedTransferEncoding(true);
    } else if (hasBody(answer.status) && !answer.live) {
        response.setContentLength64(length);
    }
    if (answer.live) response.setKeepAlive(false);

    // Poco's own way out goes through a stream of 4 KB pieces, one send for each.
    std::string bytes = headOf(answer, response, together ? text.size() : 0);
    if (together) bytes += text;
    Poco::Net::StreamSocket& socket = request.socket();
    if (!withBody || (together && !answer.live && !answer.stream)) {
        sendLast(socket, bytes);
        return withBody ? length : 0;
    }
    socket.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
    if (answer.live) return sendLive(*answer.live, chunked, socket, mustEnd);
    if (answer.stream) return sendStream(*answer.stream, socket);
    sendLast(socket, text, answer.sharedBody);
    return length;
}

}  // namespace inkwell::kernel
