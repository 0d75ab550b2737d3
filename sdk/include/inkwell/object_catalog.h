#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/json.h"
#include "inkwell/list_query.h"

namespace inkwell {

class Request;
struct RenderOptions;

/// Which objects a read may see: the specification's `status` parameter ("States and transitions").
enum class Visibility { Published, Any };

/// A stored object as reads show it.
struct ObjectRecord {
    std::string id;
    std::string type;
    std::string status;
    JsonObject fields;     // every response field except `metafields` and `metadata`
    JsonArray metafields;  // as stored
};

/// Objects for other plugins. Provided by `objects`. Any thread; every method joins the caller's unit of work.
class INKWELL_API ObjectCatalog {
public:
    static constexpr const char* kServiceId = "inkwell.object-catalog/1";
    virtual ~ObjectCatalog() = default;

    /// The visible ones of `ids` in one statement, in no particular order; others are left out.
    virtual std::vector<ObjectRecord> find(const Bucket& bucket, std::span<const std::string> ids,
                                           Visibility visibility) = 0;

    /// What the object list's route answers to `request`, as if the bucket held no other objects than `ids`.
    virtual JsonObject list(const Bucket& bucket, const Request& request, std::span<const std::string> ids) = 0;

    /// The parameter `query` with the keys of objects. ApiError 400 for a bad one.
    virtual ListQuery parseQuery(std::string_view text) const = 0;
    /// Which of `records`, stored or not, the query matches; related objects count as far as they are visible.
    virtual std::vector<bool> match(const Bucket& bucket, Visibility visibility, const ListQuery& query,
                                    std::span<const ObjectRecord> records) = 0;
    /// Finished response objects, in the same order. While the metafields plugin is off `metadata` is {}.
    virtual std::vector<JsonObject> render(const Bucket& bucket, std::span<ObjectRecord> records,
                                           const RenderOptions& options) = 0;

    /// (id, type) of those that exist, drafts included, in one statement: for checking relations.
    struct Summary {
        std::string id;
        std::string type;
    };
    virtual std::vector<Summary> summaries(const Bucket& bucket, std::span<const std::string> ids) = 0;

    /// Those of `slugs` that are object types of the bucket, in one statement.
    virtual std::vector<std::string> existingTypes(const Bucket& bucket, std::span<const std::string> slugs) = 0;

    /// Changes the metafields of one object under the rules of an object edit: access, guard, version, fact. `edit`
    /// gets the stored array and may throw; it may run more than once (see Database::write). ApiError 404 when the
    /// object does not exist. The answer is the record as stored.
    virtual ObjectRecord editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                        const std::function<void(JsonArray&)>& edit) = 0;

    /// The version of an object that `body` describes: the fields of object creation but `type`; what it does not give
    /// is as in the object. Nothing is changed, but a draft becomes what Visibility::Any shows of the object until the
    /// object's next edit (where-silent.md, "Slugs, locales, states"). `revisionId` is the record's id. Inside
    /// Database::write. ApiError: 404 without the object, 400 with all problems of the body, 409 for a slug that is
    /// taken, 403.
    virtual ObjectRecord revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                                const std::string& revisionId, const JsonObject& body) = 0;
};

}  // namespace inkwell
