#pragma once

#include <stdexcept>
#include <string>

#include "inkwell/object_versions.h"

namespace inkwell::testkit {

/// Every object is at the version of the test, and nothing of it is stored: a test overrides what its subject should
/// call besides. One thread.
class FakeObjectVersions : public ObjectVersions {
public:
    std::int64_t versionOf(const Bucket&, const std::string&) override { return version; }
    std::int64_t lock(const Bucket&, const std::string&) override { return version; }
    VersionedRecord written(const Bucket& bucket, const Access& access, const std::string& id) override {
        return current(bucket, access, id);
    }
    VersionedRecord current(const Bucket&, const Access&, const std::string& id) override {
        return {{{"id", id}}, version};
    }
    std::optional<ObjectRecord> find(const Bucket&, const std::string&, Which) override { return std::nullopt; }
    void edit(const Bucket&, const Access&, const std::string&, const JsonObject&, const Restoring&) override {
        throw std::logic_error("the test expects no edit of an object");
    }

    std::int64_t version = 7;
};

}  // namespace inkwell::testkit
