#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/render_options.h"

namespace inkwell {

/// Where objects hold a text, such as the name of a media file. Provided by `objects`. Any thread; joins the caller's
/// unit of work.
class INKWELL_API ObjectUsage {
public:
    static constexpr const char* kServiceId = "inkwell.object-usage/1";
    virtual ~ObjectUsage() = default;

    struct Use {
        std::string id;
        std::string title;
        std::string slug;
        std::string type;
        std::string status;
        std::vector<std::string> fields;  // "thumbnail", "metadata.hero": where the text stands, sorted
    };
    struct Page {
        std::vector<Use> uses;
        std::int64_t total = 0;
    };
    /// The visible objects with one of `texts` as the whole value of their thumbnail or a metafield, oldest
    /// first. `limit` is at most 16,384.
    virtual Page findTexts(const Bucket& bucket, std::span<const std::string> texts, Visibility visibility,
                           std::int64_t limit, std::int64_t skip) = 0;
};

/// {id, title, slug, type, status, fields}.
INKWELL_API JsonObject renderUse(const ObjectUsage::Use& use);

}  // namespace inkwell
