#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/json.h"
#include "inkwell/list_query.h"
#include "inkwell/object_catalog.h"

namespace inkwell {

class ContentParts;
class Props;
class Request;

struct RenderOptions {
    Visibility visibility = Visibility::Published;
    std::optional<int> depth;     // the query parameter `depth`; absent: no limit but the recursion guard
    bool showMetafields = false;  // adds decorated `metafields` to the outermost records
    // The parameter `props`, or nullptr for everything: what it does not ask for is neither loaded nor rendered. What
    // is rendered may be more; Props::project ends it. Outlives the call.
    const Props* props = nullptr;
    // If set, learns what the render looked at beside the records themselves. Outlives the call.
    ContentParts* parts = nullptr;
    JsonMemory memory{};  // where the finished records are made (Request::memory)
};

/// The options that a read of objects, revisions or metafields gives by its parameters `status` and `depth` and, with
/// `props` or not, `show_metafields`; what is made lies in the request's memory. Keeps pointers to `props`, which may
/// be null, and `parts`. ApiError 400 for a bad value.
INKWELL_API RenderOptions parseRenderOptions(const Request& request, const Props* props, ContentParts& parts);

/// Checks and renders metafields. Provided by `metafields`. Any thread; joins the caller's unit of work.
class INKWELL_API MetafieldEngine {
public:
    static constexpr const char* kServiceId = "inkwell.metafield-engine/1";
    virtual ~MetafieldEngine() = default;

    enum class Subject { Object, ObjectType };

    /// Checks a client's array and returns what to store: response-only properties dropped, an id for each metafield.
    /// For an object's creation `defaults` are the type's templates, and the given fields are merged over them by key:
    /// defaults first and in their order. Loads all references in one statement per kind. Every problem is added, with
    /// paths below `path` ("metafields"). `selfType` is the slug of the object type being written, which counts as
    /// existing: a type may refer to itself.
    virtual JsonArray check(const Bucket& bucket, const Json& given, const JsonArray& defaults, Subject subject,
                            const std::string& path, Problems& problems, std::string_view selfType = {}) = 0;

    /// Finished records: `fields` with `metadata` (and `metafields` when asked for), in the order of `records`.
    /// Related objects are loaded for all records at once, one statement per level and target table. ApiError 400 when
    /// the answer would hold more than 100,000 nested objects or 64 MB (where-silent.md, "Reads").
    virtual std::vector<JsonObject> render(const Bucket& bucket, std::span<const ObjectRecord> records,
                                           const RenderOptions& options) = 0;

    /// Metafields as their own routes and object types return them, with response-only properties.
    virtual JsonArray decorate(const Bucket& bucket, const JsonArray& metafields, const RenderOptions& options) = 0;

    /// What the parameter `query` finds stored metafields by, with paths below `metadata`: "price", "seo.title" through
    /// parents, repeaters and json values. A related object stands under "author" and "author.id". A type of another
    /// plugin goes by its stored value. No database.
    virtual std::vector<FieldValue> fieldValues(const JsonArray& metafields) = 0;

    /// Import: replaces object ids in all values; unknown types are left alone.
    virtual void remapObjects(JsonArray& metafields, const std::function<std::string(const std::string&)>& newId) = 0;
};

}  // namespace inkwell
