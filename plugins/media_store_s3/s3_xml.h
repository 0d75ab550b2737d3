#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace inkwell::media_store_s3 {

// The XML of the service's responses. Parsers throw MediaStoreError::Other for XML they do not understand.

/// The Code of an Error; "" for any other XML. Throws nothing.
std::string parseErrorCode(const std::string& xml);

/// The response to ListObjectsV2.
struct ObjectPage {
    struct Object {
        std::string key;  // with the prefix
        std::int64_t sizeBytes = 0;
        std::int64_t modifiedAtMs = 0;
    };
    std::vector<Object> objects;
    std::string nextToken;  // "": this was the last page
};
ObjectPage parseObjectPage(const std::string& xml);

/// The response to ListMultipartUploads.
struct UploadPage {
    struct Upload {
        std::string key;  // with the prefix
        std::string id;
        std::int64_t initiatedAtMs = 0;
    };
    std::vector<Upload> uploads;
    std::string nextKey;  // "": this was the last page
    std::string nextId;
};
UploadPage parseUploadPage(const std::string& xml);

/// The response to CreateMultipartUpload.
std::string parseUploadId(const std::string& xml);

/// The response to CompleteMultipartUpload, whose status is sent before the work is done: "" on success, otherwise the
/// Code of the Error.
std::string parseCompletion(const std::string& xml);

/// The response to CopyObject, likewise.
std::string parseCopy(const std::string& xml);

/// The body of CompleteMultipartUpload: the ETags of the parts 1, 2, ...
std::string renderParts(const std::vector<std::string>& etags);

}  // namespace inkwell::media_store_s3
