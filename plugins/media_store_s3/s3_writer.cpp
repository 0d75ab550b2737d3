#include "s3_writer.h"

#include "inkwell/text.h"
#include "s3_xml.h"

namespace inkwell::media_store_s3 {

using Kind = MediaStoreError::Kind;

namespace {

// Each writer holds one part in memory. The protocol asks for at least 5 MB, and for 10,000 parts at most.
constexpr std::size_t kPartBytes = 8 * 1024 * 1024;
constexpr std::size_t kMaxParts = 10'000;

constexpr std::size_t kMaxEncodedName = 1024;  // the protocol allows 2 KB for all of a content's headers

const std::string kNoSuchUpload = "NoSuchUpload";
const std::string kBrokenOff = "half an answer";

// As old clients read it: other characters, of which some count for the signature too, are replaced.
std::string plainName(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool isContinued = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             std::string_view("-_.").find(c) != std::string_view::npos;
        if (!isContinued) plain += isPlain ? c : '_';
    }
    return plain;
}

std::string attachmentOf(std::string_view name) {
    if (name.empty()) return "attachment";
    const std::string encoded = percentEncoded(name);
    std::string header = "attachment; filename=\"" + plainName(name) + "\"";
    if (encoded.size() <= kMaxEncodedName) header += "; filename*=UTF-8''" + encoded;
    return header;
}

}  // namespace

S3Writer::S3Writer(S3Client& client, std::string key, MediaContentInfo info)
    : client_(client), key_(std::move(key)), info_(std::move(info)) {}

S3Writer::~S3Writer() {
    if (!isDone_) abandon();
}

std::map<std::string, std::string> S3Writer::contentHeaders() const {
    std::map<std::string, std::string> headers;
    if (!info_.contentType.empty()) headers["content-type"] = info_.contentType;
    if (info_.attachment) headers["content-disposition"] = attachmentOf(info_.fileName);
    headers["cache-control"] = "public, max-age=31536000, immutable";
    return headers;
}

void S3Writer::write(std::string_view bytes) {
    while (!bytes.empty()) {
        // Not before more comes: the last part is sent by commit().
        if (part_.size() == kPartBytes) sendPart();
        const std::string_view piece = bytes.substr(0, kPartBytes - part_.size());
        part_ += piece;
        bytes.remove_prefix(piece.size());
    }
}

void S3Writer::sendPart() {
    if (etags_.size() == kMaxParts) throw MediaStoreError(Kind::Other, "'" + key_ + "' is too long for the S3 service");
    if (uploadId_.empty()) {
        uploadId_ = parseUploadId(client_.sendOk({"POST", key_, {{"uploads", ""}}, contentHeaders()})->readAll());
    }
    const std::string number = std::to_string(etags_.size() + 1);
    const auto exchange = client_.sendOk({"PUT", key_, {{"partNumber", number}, {"uploadId", uploadId_}}, {}, part_});
    etags_.push_back(exchange->header("ETag"));
    if (etags_.back().empty()) throw MediaStoreError(Kind::Other, "the S3 service gave no ETag for a part");
    exchange->readAll();
    sentBytes_ += static_cast<std::int64_t>(part_.size());
    part_.clear();
}

void S3Writer::commit() {
    isCommitting_ = true;
    if (uploadId_.empty()) {
        client_.sendOk({"PUT", key_, {}, contentHeaders(), part_})->readAll();
    } else {
        sendPart();
        complete();
    }
    isDone_ = true;
}

void S3Writer::complete() {
    const std::string body = renderParts(etags_);
    const S3Request request{"POST", key_, {{"uploadId", uploadId_}}, {}, body};
    for (int attempt = 1;; ++attempt) {
        const std::string code = codeOf(request);
        // An attempt whose answer was lost has ended the upload: then the content is there, and whole.
        if (code.empty() || (code == kNoSuchUpload && isThere())) return;
        const bool isTransient =
            code == kBrokenOff || code == "InternalError" || code == "SlowDown" || code == "ServiceUnavailable";
        if (!isTransient || attempt == request.attempts) {
            throw MediaStoreError(isTransient || code == kNoSuchUpload ? Kind::Unavailable : Kind::Other,
                                  "the S3 service answered " + code + " to the end of the upload of '" + key_ + "'");
        }
        S3Client::pauseAfter(attempt);
    }
}

// "" when it is done. The status is sent before the work is done: what would have been a 5xx stands in the answer.
std::string S3Writer::codeOf(const S3Request& completion) {
    const auto exchange = client_.send(completion);
    std::string answer;
    try {
        answer = exchange->readAll();
    } catch (const MediaStoreError& error) {
        if (error.kind() != Kind::Unavailable) throw;
        return kBrokenOff;
    }
    if (exchange->isOk()) return parseCompletion(answer);
    std::string code = parseErrorCode(answer);
    if (code == kNoSuchUpload) return code;
    throw S3Client::errorOf(completion, exchange->status(), code);
}

bool S3Writer::isThere() {
    const S3Request request{"HEAD", key_};
    const auto exchange = client_.send(request);
    if (exchange->isOk()) return exchange->length() == sentBytes_;
    const MediaStoreError error = S3Client::errorOf(request, *exchange);
    if (error.kind() == Kind::NotFound) return false;
    throw error;
}

void S3Writer::abandon() noexcept {
    try {
        S3Request request{"DELETE", key_};
        request.attempts = 1;
        // The answer to the commit may have been lost, not the request.
        if (isCommitting_) client_.send(request);
        request.query = {{"uploadId", uploadId_}};
        if (!uploadId_.empty()) client_.send(request);
    } catch (const std::exception&) {
        // What stays is found by removeUnfinished() and by the media plugin's clean-up.
    }
}

}  // namespace inkwell::media_store_s3
