#pragma once

#include <cstdint>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/render_options.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Which values a metafield has, and how many objects have each: for filters. Any thread. Throws DatabaseError.
class ValueService {
public:
    explicit ValueService(Services& services) : services_(services) {}

    struct Asked {
        std::string field;  // "metadata.color"
        std::string type;   // "": any
        Visibility visibility = Visibility::Published;
        std::int64_t limit = 100;
    };
    /// [{value, count}], the most frequent first. Without the metafields plugin there are none.
    JsonArray values(const Bucket& bucket, const Asked& asked);

private:
    Services& services_;
};

}  // namespace inkwell::objects
