#pragma once

#include "inkwell/object_catalog.h"
#include "object_service.h"

namespace inkwell::objects {

/// The plugin's service for other plugins.
class StoredObjectCatalog : public ObjectCatalog {
public:
    StoredObjectCatalog(Services& services, ObjectService& objects)
        : services_(services), objects_(objects), view_(services) {}

    std::vector<ObjectRecord> find(const Bucket& bucket, std::span<const std::string> ids,
                                   Visibility visibility) override;
    std::vector<Summary> summaries(const Bucket& bucket, std::span<const std::string> ids) override;
    std::vector<std::string> existingTypes(const Bucket& bucket, std::span<const std::string> slugs) override;
    ObjectRecord editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                                const std::function<void(JsonArray&)>& edit) override;

private:
    Services& services_;
    ObjectService& objects_;
    ObjectView view_;
};

}  // namespace inkwell::objects
