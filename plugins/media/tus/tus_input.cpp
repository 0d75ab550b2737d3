#include "tus/tus_input.h"

#include <Poco/MD5Engine.h>
#include <Poco/SHA1Engine.h>
#include <Poco/SHA2Engine.h>

#include <algorithm>

#include "inkwell/crypto.h"
#include "inkwell/http.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "records/media_edit_input.h"

namespace inkwell::media {

namespace {

constexpr int kPreconditionFailed = 412;
constexpr std::size_t kMaxDigits = 18;

std::int64_t parseBytes(const Request& request, const char* name) {
    const std::string text = request.header(name).value_or("");
    const bool digits = !text.empty() && text.size() <= kMaxDigits &&
                        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) throw ApiError::badRequest("the header '" + std::string(name) + "' must be a number of bytes");
    return std::stoll(text);
}

// It is stored as it came, and MariaDB stores nothing in a text that is not UTF-8.
std::string parseMetadataHeader(const Request& request) {
    std::string header = request.header("Upload-Metadata").value_or("");
    const bool isAscii = std::all_of(header.begin(), header.end(), [](char c) { return c > 0 && c < 0x7F; });
    if (!isAscii) {
        throw ApiError::badRequest("the header 'Upload-Metadata' must be ASCII: keys, each with its value in base64");
    }
    return header;
}

void takeMetadata(const std::string& key, const std::string& value, TusCreation& creation) {
    UploadFields& fields = creation.fields;
    if (key == "filename" || (key == "name" && creation.fileName.empty())) creation.fileName = value;
    if (key == "filetype" || (key == "type" && creation.contentType.empty())) creation.contentType = value;
    if (key == "folder") {
        if (!value.empty() && !isSlug(value)) fields.problems.add(key, "is not the slug of a folder");
        fields.folder = value;
    }
    if (key == "metadata") fields.metadata = parseMetadata(value, key, fields.problems);
    if (key == "trigger_webhook") fields.triggerWebhook = parseFlag(value, key, fields.problems);
}

}  // namespace

void checkTusVersion(const Request& request) {
    if (request.header("Tus-Resumable") == kTusVersion) return;
    throw ApiError(kPreconditionFailed, "precondition_failed",
                   "this address speaks tus " + std::string(kTusVersion) + ": send the header 'Tus-Resumable'")
        .withHeader("Tus-Version", kTusVersion);
}

TusCreation parseTusCreation(const Request& request) {
    TusCreation creation;
    creation.totalBytes = parseBytes(request, "Upload-Length");
    creation.givenMetadata = parseMetadataHeader(request);
    std::string_view rest = creation.givenMetadata;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view pair = trimmed(rest.substr(0, comma));
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
        const std::size_t space = pair.find(' ');
        const std::string key(pair.substr(0, space));
        const std::string_view encoded = space == std::string_view::npos ? "" : trimmed(pair.substr(space));
        const std::optional<std::string> value = fromBase64(encoded);
        if (!value) creation.fields.problems.add("Upload-Metadata." + key, "is not base64");
        if (value) takeMetadata(key, *value, creation);
    }
    if (creation.fileName.empty()) creation.fields.problems.add("Upload-Metadata.filename", "is required");
    return creation;
}

std::int64_t parseTusOffset(const Request& request) { return parseBytes(request, "Upload-Offset"); }

bool hasTusPiece(const Request& request) {
    const std::string type = request.header("Content-Type").value_or("");
    return asciiLower(trimmed(std::string_view(type).substr(0, type.find(';')))) == kTusType;
}

std::optional<TusChecksum> parseTusChecksum(const Request& request) {
    const std::optional<std::string> header = request.header("Upload-Checksum");
    if (!header) return std::nullopt;
    const std::size_t space = std::min(header->find(' '), header->size());
    const std::string algorithm = asciiLower(header->substr(0, space));
    TusChecksum checksum;
    if (algorithm == "md5") checksum.engine = std::make_unique<Poco::MD5Engine>();
    if (algorithm == "sha1") checksum.engine = std::make_unique<Poco::SHA1Engine>();
    if (algorithm == "sha256") checksum.engine = std::make_unique<Poco::SHA2Engine>();
    if (!checksum.engine) {
        throw ApiError::badRequest("the header 'Upload-Checksum' names another algorithm than " +
                                   std::string(kTusAlgorithms));
    }
    std::optional<std::string> expected = fromBase64(trimmed(std::string_view(*header).substr(space)));
    if (!expected) throw ApiError::badRequest("the header 'Upload-Checksum' holds no base64");
    checksum.expected = std::move(*expected);
    return checksum;
}

}  // namespace inkwell::media
