#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/content_parts.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/object_text.h"
#include "inkwell/render_options.h"

namespace inkwell {

/// A stored object as reads show it.
struct ObjectRecord {
    std::string id;
    std::string type;
    std::string status;
    JsonObject fields;     // every response field except `metafields` and `metadata`
    JsonArray metafields;  // as stored
    /// Of the object, also where a draft of it is shown; as ObjectCatalog::find reads it, together with the rest.
    std::int64_t version = 1;
};

/// Finished response objects, and what they were made of.
struct RenderedObjects {
    std::vector<JsonObject> objects;
    ContentParts madeOf;
};

/// What a list of objects is asked for; made by parseObjectList of request_params.h.
struct ObjectListRequest {
    ListParams params;
    std::string after;  // the id of an object to continue behind; "": from the beginning
    ListQuery query;
    RenderOptions options;
};

/// What the type of an object says about the object's metafields.
struct MetafieldTemplates {
    const JsonArray* metafields = nullptr;       // of the type; null where there is none
    bool areDefaults = false;                    // the object is new: those that are not given are added
    std::optional<bool> enforceValidation = {};  // the type's setting; unset: the server's counts
};

/// What a restoration is spared that a client's write is not.
struct Restoring {
    bool overDraft = false;  // what the body lacks is that of the prepared draft, where there is one
    /// Keys: the body's other metafields are stored as they are, whatever they refer to. Empty: all are checked.
    std::set<std::string, std::less<>> metafields;
};

struct ObjectList {
    JsonArray objects;
    std::int64_t total = 0;
    ContentParts madeOf;
};

/// Objects for other plugins. Provided by `objects`. Any thread; every method joins the caller's unit of work.
class INKWELL_API ObjectCatalog {
public:
    static constexpr const char* kServiceId = "inkwell.object-catalog/1";
    virtual ~ObjectCatalog() = default;

    /// The visible objects among `ids`, in one statement, in no particular order; others are left out.
    virtual std::vector<ObjectRecord> find(const Bucket& bucket, std::span<const std::string> ids,
                                           Visibility visibility) = 0;

    /// As find(), one after the other: each is gone when `take` returns. For what is made of many large ones.
    virtual void forEach(const Bucket& bucket, std::span<const std::string> ids, Visibility visibility,
                         const std::function<void(const ObjectRecord& record)>& take) {
        for (const ObjectRecord& record : find(bucket, ids, visibility)) take(record);
    }

    /// As find(), as text. Only for MetafieldEngine::renderText.
    virtual std::vector<ObjectText> findTexts(const Bucket&, std::span<const std::string>, Visibility) {
        throw std::logic_error("this catalog has no texts");
    }

    /// The objects that the object list route returns, as if the bucket contained only the objects `ids`, at most
    /// 16,384: other related objects appear as ids, and no query finds anything by their fields. As match() below.
    virtual ObjectList list(const Bucket& bucket, const ObjectListRequest& asked, std::span<const std::string> ids) = 0;

    /// Parses the parameter `query` with the keys of objects. ApiError 400 for an invalid one.
    virtual ListQuery parseQuery(std::string_view text) const = 0;
    /// Which of `records`, stored or not, the query matches; only visible related objects are considered. May wait for
    /// others that match, so not within a unit of work. ApiError 400 where that takes too long, 503 where it waits so.
    virtual std::vector<bool> match(const Bucket& bucket, Visibility visibility, const ListQuery& query,
                                    std::span<const ObjectRecord> records) = 0;
    /// Finished response objects, in the same order. While the metafields plugin is off `metadata` is {}.
    virtual RenderedObjects render(const Bucket& bucket, std::vector<ObjectRecord> records,
                                   const RenderOptions& options) = 0;

    /// The existing objects among `ids`, drafts included, in one statement: for checking relations.
    struct Summary {
        std::string id;
        std::string type;
    };
    virtual std::vector<Summary> summaries(const Bucket& bucket, std::span<const std::string> ids) = 0;

    /// The slugs that are object types of the bucket, in one statement.
    virtual std::vector<std::string> existingTypes(const Bucket& bucket, std::span<const std::string> slugs) = 0;

    /// The template `preview_link` of an object type; "" when it has none.
    virtual std::string previewLinkOf(const Bucket&, const std::string& /*type*/) { return {}; }

    struct EditedMetafields {
        JsonArray& metafields;                // as stored, to be changed
        const MetafieldTemplates& templates;  // of the object's type
        std::int64_t version;                 // of the object, which is locked: the one that the edit replaces
    };
    /// Changes the metafields of one object under the rules of an object edit: access, guard, version, fact. `edit` may
    /// throw, and may run more than once (see Database::write). ApiError 404 when the object does not exist.
    using MetafieldEdit = std::function<void(const EditedMetafields& edited)>;
    virtual void editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                const MetafieldEdit& edit) = 0;

    /// Removes one object under the rules of a deletion: access, guard, trash, fact. Fires no webhooks. ApiError 404
    /// when the object does not exist.
    virtual void remove(const Bucket&, const Access&, const std::string& /*id*/) {
        throw std::logic_error("this catalog removes nothing");
    }

    /// A version of an object, and what its body requests besides.
    struct Revised {
        ObjectRecord record;
        std::int64_t modifiedAtMs = 0;
        bool triggerWebhook = false;
    };
    /// The version of an object that `body` describes: the fields of object creation but `type`; missing ones are taken
    /// from the object. Stores nothing, except that a draft becomes what Visibility::Any shows of the object until its
    /// next edit (interface/drafts-and-revisions.md, "Draft revisions"). `revisionId` is the record's id. Inside
    /// Database::write. ApiError: 404 without the object, 400 with all problems of the body, 409 for a slug that is
    /// taken, 403.
    virtual Revised revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                           const std::string& revisionId, const JsonObject& body, const Restoring& restoring = {}) = 0;
};

}  // namespace inkwell
