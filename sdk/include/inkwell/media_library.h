#pragma once

#include <span>
#include <string>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"

namespace inkwell {

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
};

}  // namespace inkwell
