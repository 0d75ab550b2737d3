#pragma once

#include <memory>
#include <optional>
#include <string>

#include "edit/object_input.h"
#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/object_catalog.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "read/object_reader.h"
#include "read/object_view.h"
#include "rules.h"
#include "store/object_store.h"
#include "types/type_rules_cache.h"

namespace inkwell::objects {

/// How objects are written. Any thread; each method is one unit of work, except that the response is rendered after its
/// commit. Throws ApiError for the client.
class ObjectService {
public:
    ObjectService(Services& services, FieldIndexer& fields, ObjectReader& reader)
        : services_(services), reader_(reader), rules_(services), view_(services), writer_(services, fields) {}

    /// The results of create and edit include `metafields`. Both edit and remove throw a complete VersionMismatch.
    VersionedRecord create(const Bucket& bucket, const Access& access, const ObjectInput& input);
    VersionedRecord edit(const Bucket& bucket, const Access& access, const std::string& id, const ObjectInput& input,
                         const std::optional<Precondition>& ifMatch = {});
    /// The edit without its answer: joins the caller's unit of work. A VersionMismatch shows nothing yet.
    std::shared_ptr<const StoredObject> store(const Bucket& bucket, const Access& access, const std::string& id,
                                              const ObjectInput& input, const std::optional<Precondition>& ifMatch);
    void remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook,
                const std::optional<Precondition>& ifMatch = {});

    /// ObjectCatalog::editMetafields.
    void editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                        const ObjectCatalog::MetafieldEdit& change);

private:
    StoredObject build(const Bucket& bucket, const Access& access, const ObjectInput& input,
                       const std::optional<StoredType>& type, Problems& problems) const;
    JsonArray newMetafields(const Bucket& bucket, const ObjectInput& input, const MetafieldTemplates& templates,
                            Problems& problems) const;
    void apply(const Bucket& bucket, const Access& access, const ObjectInput& input, const TypeRules* type,
               StoredObject& object, Problems& problems) const;
    struct Locked {
        std::shared_ptr<StoredObject> object;
        std::shared_ptr<const TypeRules> type;  // null when there is none
    };
    Locked lock(Sql& sql, const std::string& bucketId, const std::string& id);

    Services& services_;
    ObjectReader& reader_;
    Rules rules_;
    ObjectView view_;
    ObjectWriter writer_;
    TypeRulesCache types_;
};

}  // namespace inkwell::objects
