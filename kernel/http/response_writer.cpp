#include "kernel/http/response_writer.h"

#include <Poco/Net/StreamSocket.h>
#include <Poco/String.h>
#include <sodium.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kCompressFromBytes = 1024;
constexpr int kGzipLevel = 4;        // past it, JSON gets little smaller for much more time
constexpr int kGzipWindowBits = 31;  // 15, and 16 for the gzip frame
constexpr std::size_t kOneSendBytes = 256 * 1024;
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

void checkHeaders(const Answer& answer) {
    for (const auto& [name, value] : answer.headers) {
        if ((name + value).find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
            throw std::logic_error("the header '" + asciiLower(name) + "' of an answer holds a line break");
        }
    }
}

std::string digestOf(const std::string& body) {
    std::array<unsigned char, 16> hash;
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(body.data()), body.size(),
                       nullptr, 0);
    std::array<char, 2 * hash.size() + 1> hex;
    sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
    return hex.data();
}

// The plain and the compressed form of one content match each other, and a weak tag its strong one: If-None-Match
// compares weakly (RFC 9110, 13.1.2).
bool matches(std::string_view ifNoneMatch, const std::string& digest) {
    while (!ifNoneMatch.empty()) {
        const std::size_t comma = ifNoneMatch.find(',');
        std::string_view tag = trimmed(ifNoneMatch.substr(0, comma));
        ifNoneMatch = comma == std::string_view::npos ? std::string_view{} : ifNoneMatch.substr(comma + 1);
        if (tag == "*") return true;
        if (tag.substr(0, 2) == "W/") tag.remove_prefix(2);
        if (tag.size() < 2 || tag.front() != '"' || tag.back() != '"') continue;
        tag = tag.substr(1, tag.size() - 2);
        if (tag == digest || tag == digest + std::string(kGzipMark)) return true;
    }
    return false;
}

std::string gzipped(const std::string& text) {
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
    return packed;
}

// Sets body, Content-Encoding, Vary and ETag, or turns the answer into 304.
void shapeBody(Answer& answer, const AnswerForm& form) {
    const bool large = answer.body.size() > kCompressFromBytes;
    const bool tagged = form.isRead && answer.status == kOk;
    const std::string digest = tagged ? digestOf(answer.body) : std::string();
    if (large) addDefault(answer, "Vary", "Accept-Encoding");
    if (tagged) {
        addDefault(answer, "ETag", '"' + digest + std::string(large && form.gzip ? kGzipMark : "") + '"');
        if (matches(form.ifNoneMatch, digest)) {
            answer.status = kNotModified;
            answer.body.clear();
            return;
        }
    }
    if (large && form.gzip) {
        answer.body = gzipped(answer.body);
        answer.headers.emplace_back("Content-Encoding", "gzip");
    }
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
    Answer answer{response.status, response.headers, {}};
    checkHeaders(answer);
    if (hasBody(answer.status)) {
        answer.body = form.pretty ? writePrettyJson(response.json) : writeJson(response.json);
        shapeBody(answer, form);
    }
    if (hasBody(answer.status)) addDefault(answer, "Content-Type", "application/json; charset=utf-8");
    addDefault(answer, "X-Content-Type-Options", "nosniff");
    // A read may be kept by the client's own cache and is asked about by its ETag; nothing else is worth keeping.
    const bool keepable = form.isRead && (answer.status == kOk || answer.status == kNotModified);
    addDefault(answer, "Cache-Control", keepable ? "private, no-cache" : "no-store");
    return answer;
}

std::int64_t sendAnswer(const Answer& answer, Poco::Net::HTTPServerRequestImpl& request,
                        Poco::Net::HTTPServerResponse& response) {
    using Poco::Net::HTTPResponse;
    const auto status = static_cast<HTTPResponse::HTTPStatus>(answer.status);
    response.setStatusAndReason(status);
    for (const auto& [name, value] : answer.headers) response.add(name, value);
    if (hasBody(answer.status)) response.setContentLength64(static_cast<Poco::Int64>(answer.body.size()));

    // Poco's own way out goes through a stream of 4 KB pieces, one send for each.
    std::ostringstream head;
    response.write(head);
    std::string bytes = head.str();
    const bool withBody = request.getMethod() != Poco::Net::HTTPRequest::HTTP_HEAD;
    const bool together = withBody && answer.body.size() <= kOneSendBytes;
    if (together) bytes += answer.body;
    request.socket().sendBytes(bytes.data(), static_cast<int>(bytes.size()));
    if (withBody && !together) request.socket().sendBytes(answer.body.data(), static_cast<int>(answer.body.size()));
    return withBody ? static_cast<std::int64_t>(answer.body.size()) : 0;
}

}  // namespace inkwell::kernel
