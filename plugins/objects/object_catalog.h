#pragma once

#include "inkwell/object_catalog.h"
#include "object_query.h"
#include "object_reviser.h"
#include "object_service.h"

namespace inkwell::objects {

/// The plugin's service for other plugins.
class StoredObjectCatalog : public ObjectCatalog {
public:
    StoredObjectCatalog(Services& services, ObjectService& objects, FieldIndexer& fields)
        : services_(services), objects_(objects), view_(services), reviser_(services, fields) {}

    std::vector<ObjectRecord> find(const Bucket& bucket, std::span<const std::string> ids,
                                   Visibility visibility) override;
    JsonObject list(const Bucket& bucket, const Request& request, std::span<const std::string> ids) override;
    ListQuery parseQuery(std::string_view text) const override { return parseObjectQuery(text); }
    std::vector<bool> match(const Bucket& bucket, Visibility visibility, const ListQuery& query,
                            std::span<const ObjectRecord> records) override;
    std::vector<JsonObject> render(const Bucket& bucket, std::span<ObjectRecord> records,
                                   const RenderOptions& options) override {
        return view_.render(bucket, records, options);
    }
    std::vector<Summary> summaries(const Bucket& bucket, std::span<const std::string> ids) override;
    std::vector<std::string> existingTypes(const Bucket& bucket, std::span<const std::string> slugs) override;
    ObjectRecord editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                const std::function<void(JsonArray&)>& edit) override;
    ObjectRecord revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                        const std::string& revisionId, const JsonObject& body) override {
        return reviser_.revise(bucket, access, objectId, revisionId, body);
    }

private:
    Services& services_;
    ObjectService& objects_;
    ObjectView view_;
    ObjectReviser reviser_;
};

}  // namespace inkwell::objects
