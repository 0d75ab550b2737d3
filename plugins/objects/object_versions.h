#pragma once

#include "edit/object_service.h"
#include "inkwell/object_versions.h"
#include "read/object_reader.h"

namespace inkwell::objects {

/// The plugin's ObjectVersions for other plugins. Any thread.
class StoredObjectVersions : public ObjectVersions {
public:
    StoredObjectVersions(Services& services, ObjectReader& reader, ObjectService& objects)
        : services_(services), reader_(reader), objects_(objects) {}

    std::int64_t versionOf(const Bucket& bucket, const std::string& id) override;
    std::int64_t lock(const Bucket& bucket, const std::string& id) override;
    VersionedRecord written(const Bucket& bucket, const Access& access, const std::string& id) override {
        return reader_.written(bucket, access, id);
    }
    VersionedRecord current(const Bucket& bucket, const Access& access, const std::string& id) override {
        return reader_.current(bucket, access, id);
    }
    std::optional<ObjectRecord> find(const Bucket& bucket, const std::string& id, Which which) override;
    void edit(const Bucket& bucket, const Access& access, const std::string& id, const JsonObject& body,
              const Restoring& restoring) override;

private:
    Services& services_;
    ObjectReader& reader_;
    ObjectService& objects_;
};

}  // namespace inkwell::objects
