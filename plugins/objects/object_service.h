#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "object_input.h"
#include "object_store.h"
#include "object_view.h"
#include "object_writer.h"
#include "rules.h"

namespace inkwell::objects {

/// The use cases of objects. Any thread; each method is one unit of work. Throws ApiError for what the client must
/// hear.
class ObjectService {
public:
    ObjectService(Services& services, FieldIndexer& fields)
        : services_(services), rules_(services), view_(services), writer_(services, fields) {}

    /// The response object; 404 when it does not exist or is not visible.
    JsonObject get(const Bucket& bucket, const std::string& id, const RenderOptions& options);

    struct List {
        JsonArray objects;
        std::int64_t total = 0;
    };
    struct PageRequest {
        ListParams params;
        std::string after;  // the id of an object to continue behind; "": from the beginning
    };
    /// 400 when `after` is not a visible object of the bucket. If `onlyIds` is set, as if there were no others: at most
    /// 16,384.
    List list(const Bucket& bucket, const PageRequest& asked, const ListQuery& query, const RenderOptions& options,
              std::optional<std::span<const std::string>> onlyIds = {});

    /// The answers of create and edit include `metafields`.
    JsonObject create(const Bucket& bucket, const Access& access, const ObjectInput& input);
    JsonObject edit(const Bucket& bucket, const Access& access, const std::string& id, const ObjectInput& input);
    void remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook);

    /// ObjectCatalog::editMetafields.
    ObjectRecord editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                const std::function<void(JsonArray&)>& change);

    /// BucketDeleting: types and objects of the bucket go.
    void removeBucket(const std::string& bucketId);

private:
    StoredObject build(const Bucket& bucket, const Access& access, const ObjectInput& input,
                       const std::optional<StoredType>& type, Problems& problems) const;
    void apply(const Bucket& bucket, const Access& access, const ObjectInput& input,
               const std::optional<StoredType>& type, StoredObject& object, Problems& problems) const;
    JsonObject answer(const Bucket& bucket, StoredObject object) const;

    Services& services_;
    Rules rules_;
    ObjectView view_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
