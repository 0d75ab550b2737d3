#pragma once

#include <Poco/DigestEngine.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/http.h"
#include "write_input.h"

namespace inkwell::media {

// The headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload) -> structs. All throw ApiError for the client.

inline constexpr const char* kTusVersion = "1.0.0";
inline constexpr const char* kTusType = "application/offset+octet-stream";

/// 412 unless the client speaks our version.
void checkTusVersion(const Request& request);

struct TusCreation {
    std::int64_t totalBytes = 0;
    std::string fileName;  // as given
    std::string contentType;
    UploadFields fields;  // with its problems
};
/// Of Upload-Length and Upload-Metadata: filename (or name), filetype (or type), folder, metadata, trigger_webhook;
/// other keys are ignored.
TusCreation parseTusCreation(const Request& request);

/// Of Upload-Offset.
std::int64_t parseTusOffset(const Request& request);

/// True when the body is a piece of the file.
bool hasTusPiece(const Request& request);

/// What a piece must come to.
struct TusChecksum {
    std::unique_ptr<Poco::DigestEngine> engine;
    std::string expected;  // bytes
};
/// Of Upload-Checksum; nothing when there is none, 400 for another algorithm.
std::optional<TusChecksum> parseTusChecksum(const Request& request);
inline constexpr const char* kTusAlgorithms = "md5,sha1,sha256";

}  // namespace inkwell::media
