#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/json_text.h"
#include "inkwell/list_query.h"
#include "inkwell/object_catalog.h"
#include "inkwell/render_options.h"

namespace inkwell {

/// Checks and renders metafields. Provided by `metafields`. Any thread; joins the caller's unit of work.
class INKWELL_API MetafieldEngine {
public:
    static constexpr const char* kServiceId = "inkwell.metafield-engine/1";
    virtual ~MetafieldEngine() = default;

    enum class Subject { Object, ObjectType };
    using Templates = MetafieldTemplates;

    /// So many metafields, and so many bytes of them as text, are made of templates by one check at most: a few bytes
    /// of a body become much. What makes metafields before a check holds to it, too.
    static constexpr std::size_t kMostMade = 100'000;
    static constexpr std::size_t kMostMadeBytes = std::size_t{64} << 20;

    /// Checks a client's array and returns what to store: response-only properties dropped, an id for each metafield.
    /// An entry without `type` is completed from the template with its key, at every level. When an object is created,
    /// the given metafields are merged over the templates by key: defaults first and in their order. Loads all
    /// references in one statement per kind. Every problem is added, with paths below `path` ("metafields").
    /// `before` are the metafields whose place these take, null for none: what they refer to may have been deleted
    /// since, and is stored again (interface/metafields.md, "Checking"). `trustedTypes` are slugs of
    /// object types that count as existing: of the type being written, which may refer to itself, and of those that an
    /// import finds gone.
    virtual JsonArray check(const Bucket& bucket, const Json& given, const Templates& templates, Subject subject,
                            const std::string& path, Problems& problems, const JsonArray* before = nullptr,
                            const std::set<std::string>& trustedTypes = {}) = 0;

    /// Finished records: `fields` with `metadata` (and `metafields` when asked for), exactly as `props` selects, in the
    /// order of `records`, whose contents are moved. `madeOf` lists what was used besides the records. Related objects
    /// are loaded for all records at once, one statement per level and target table. ApiError 400 when the response
    /// would be too large (interface/reads-and-queries.md, "Related objects").
    virtual RenderedObjects render(const Bucket& bucket, std::vector<ObjectRecord> records,
                                   const RenderOptions& options) = 0;

    /// As render(), as text: appends the finished records of `count` objects to `answer`, with commas between them.
    /// `objectAt` makes one by its number; it is asked for each once, in order, so that no two documents of a long list
    /// need to be at hand. Nothing is appended, and nothing returned, for what it cannot do: `metafields` that are
    /// shown, `props` that select parts of a metafield, types of other plugins that look up objects. Then render() can.
    /// Any other outcome is that of render(); throws what `objectAt` throws.
    virtual std::optional<ContentParts> renderText(const Bucket&, std::size_t /*count*/,
                                                   const std::function<ObjectText(std::size_t)>& /*objectAt*/,
                                                   const RenderOptions&, JsonText& /*answer*/) {
        return std::nullopt;
    }

    /// Metafields with response-only properties.
    struct Decorated {
        JsonArray metafields;
        ContentParts madeOf;
    };
    /// As their own routes and object types return them. ApiError 400 as for render().
    virtual Decorated decorate(const Bucket& bucket, JsonArray metafields, const RenderOptions& options) = 0;

    /// The values by which the parameter `query` finds stored metafields, with paths below `metadata`: "price",
    /// "seo.title" through parents, repeaters and json values. A related object has the paths "author" and "author.id".
    /// A metafield type of another plugin is found by its stored value. No database access.
    virtual std::vector<FieldValue> fieldValues(const JsonArray& metafields) = 0;

    /// Whether `test` accepts one of the objects at `path` below `metadata`: in a json value, or a parent or a repeater
    /// item as {key: stored value}. No database access.
    virtual bool anyObject(const JsonArray& metafields, std::string_view path, const JsonTest& test) = 0;

    /// Adds copies of the metafields of a type that an older object lacks: those whose key is missing in their group,
    /// also in parents, in the items of repeaters and among their templates, each in its place. What is there stays as
    /// it is. Returns the keys of what was added, each once, sorted: "lead", "seo.title". No database access.
    virtual std::vector<std::string> addMissing(JsonArray& metafields, const JsonArray& templates) = 0;

    /// Import: replaces object ids in all values; unknown types stay unchanged.
    virtual void remapObjects(JsonArray& metafields, const std::function<std::string(const std::string&)>& newId) = 0;
};

}  // namespace inkwell
