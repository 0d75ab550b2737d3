#pragma once

#include <cstdint>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/object_catalog.h"
#include "inkwell/render_options.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Which values a metafield has, and how many objects have each: for filters. Any thread. Throws DatabaseError.
class ValueService {
public:
    ValueService(Services& services, ObjectCatalog& catalog) : services_(services), catalog_(catalog) {}

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
    ObjectCatalog& catalog_;
};

}  // namespace inkwell::objects
