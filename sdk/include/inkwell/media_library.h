#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// The bytes of one media, open for reading. Immutable: the bytes of a name never change. They may be removed
/// meanwhile; `read` then throws ApiError 404.
struct MediaContent {
    std::string id;            // of the record
    std::string name;          // the stored, unique one
    std::string originalName;  // as uploaded
    std::string contentType;
    std::string digest;  // lower-case hex of the bytes, for an ETag or a cache's key; never empty
    std::int64_t sizeBytes = 0;
    std::int64_t createdAtMs = 0;
    std::string localPath;  // of the file, if the store keeps one on this machine, else ""; for reading only
    /// A stream of the bytes [offset, offset + length), which must lie inside the file. Each call returns a new stream,
    /// which may outlive this struct. A stream belongs to one thread at a time.
    std::function<std::shared_ptr<std::istream>(std::int64_t offset, std::int64_t length)> read;
};

/// Media records for other plugins. Provided by `media`. Any thread; joins the caller's unit of work.
class INKWELL_API MediaLibrary {
public:
    static constexpr const char* kServiceId = "inkwell.media-library/1";
    virtual ~MediaLibrary() = default;

    struct Record {
        std::string name;
        JsonObject fields;  // the media record as reads show it, with url and image_url
    };
    /// Those of `names` that exist in the bucket, in one statement.
    virtual std::vector<Record> findByName(const Bucket& bucket, std::span<const std::string> names) = 0;

    /// The bytes behind a name; nothing when the bucket has no such media, or only its record (an import brings records
    /// without bytes). Throws ApiError 503 when the store cannot be reached.
    virtual std::optional<MediaContent> open(const Bucket& bucket, const std::string& name) = 0;
};

/// The name of the media that a client names by `given`: its name, or for hosted clients (ServerInfo::hostedClients)
/// also the address of its image, as such a client has read it. Nothing when the bucket has no such media. Any thread;
/// joins the caller's unit of work.
INKWELL_API std::optional<std::string> findMediaName(MediaLibrary& media, const Bucket& bucket,
                                                     const std::string& given, bool hostedClients);

}  // namespace inkwell
