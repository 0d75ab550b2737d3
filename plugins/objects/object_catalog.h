#pragma once

#include "edit/object_reviser.h"
#include "edit/object_service.h"
#include "inkwell/object_catalog.h"
#include "read/object_query.h"
#include "read/object_reader.h"

namespace inkwell::objects {

/// The plugin's ObjectCatalog for other plugins. Any thread.
class StoredObjectCatalog : public ObjectCatalog {
public:
    StoredObjectCatalog(Services& services, ObjectReader& reader, ObjectService& objects, FieldIndexer& fields)
        : services_(services), reader_(reader), objects_(objects), view_(services), reviser_(services, fields) {}

    std::vector<ObjectRecord> find(const Bucket& bucket, std::span<const std::string> ids,
                                   Visibility visibility) override;
    void forEach(const Bucket& bucket, std::span<const std::string> ids, Visibility visibility,
                 const std::function<void(const ObjectRecord& record)>& take) override;
    std::vector<ObjectText> findTexts(const Bucket& bucket, std::span<const std::string> ids,
                                      Visibility visibility) override;
    ObjectList list(const Bucket& bucket, const ObjectListRequest& asked, std::span<const std::string> ids) override {
        return reader_.listOf(bucket, asked, ids);
    }
    ListQuery parseQuery(std::string_view text) const override { return parseObjectQuery(text); }
    std::vector<bool> match(const Bucket& bucket, Visibility visibility, const ListQuery& query,
                            std::span<const ObjectRecord> records) override;
    RenderedObjects render(const Bucket& bucket, std::vector<ObjectRecord> records,
                           const RenderOptions& options) override {
        return view_.render(bucket, std::move(records), options);
    }
    std::vector<Summary> summaries(const Bucket& bucket, std::span<const std::string> ids) override;
    std::vector<std::string> existingTypes(const Bucket& bucket, std::span<const std::string> slugs) override;
    std::string previewLinkOf(const Bucket& bucket, const std::string& type) override;
    void editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                        const MetafieldEdit& edit) override {
        objects_.editMetafields(bucket, access, id, edit);
    }
    void remove(const Bucket& bucket, const Access& access, const std::string& id) override {
        objects_.remove(bucket, access, id, false);
    }
    Revised revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                   const std::string& revisionId, const JsonObject& body, const Restoring& restoring) override {
        return reviser_.revise(bucket, access, objectId, revisionId, body, restoring);
    }

private:
    Services& services_;
    ObjectReader& reader_;
    ObjectService& objects_;
    ObjectView view_;
    ObjectReviser reviser_;
};

}  // namespace inkwell::objects
