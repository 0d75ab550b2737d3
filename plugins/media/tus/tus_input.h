#pragma once

#include <Poco/DigestEngine.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "uploads/upload_form.h"

namespace inkwell {
class Request;
}

namespace inkwell::media {

// Parses the headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload). All throw ApiError for the client.

inline constexpr const char* kTusVersion = "1.0.0";
inline constexpr const char* kTusType = "application/offset+octet-stream";

/// Throws 412 unless the client speaks our version.
void checkTusVersion(const Request& request);

struct TusCreation {
    std::int64_t totalBytes = 0;
    std::string fileName;  // as given
    std::string contentType;
    std::string givenMetadata;  // Upload-Metadata
    UploadFields fields;        // including their problems
};
/// Parses Upload-Length and Upload-Metadata: filename (or name), filetype (or type), folder, metadata, trigger_webhook.
/// Ignores other keys.
TusCreation parseTusCreation(const Request& request);

/// Parses Upload-Offset.
std::int64_t parseTusOffset(const Request& request);

/// True when the body is a chunk of the file.
bool hasTusPiece(const Request& request);

/// The checksum that a chunk must have.
struct TusChecksum {
    std::unique_ptr<Poco::DigestEngine> engine;
    std::string expected;  // raw bytes
};
/// Parses Upload-Checksum; nothing when there is none. Throws 400 for an unknown algorithm.
std::optional<TusChecksum> parseTusChecksum(const Request& request);
inline constexpr const char* kTusAlgorithms = "md5,sha1,sha256";

}  // namespace inkwell::media
