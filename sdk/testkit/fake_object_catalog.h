#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"

namespace inkwell::testkit {

/// Has no objects: a test overrides what its subject should call; everything else throws std::logic_error.
class FakeObjectCatalog : public ObjectCatalog {
public:
    std::vector<ObjectRecord> find(const Bucket&, std::span<const std::string>, Visibility) override {
        unexpected("find");
    }
    ObjectList list(const Bucket&, const ObjectListRequest&, std::span<const std::string>) override {
        unexpected("list");
    }
    ListQuery parseQuery(std::string_view) const override { unexpected("parseQuery"); }
    std::vector<bool> match(const Bucket&, Visibility, const ListQuery&, std::span<const ObjectRecord>) override {
        unexpected("match");
    }
    RenderedObjects render(const Bucket&, std::vector<ObjectRecord>, const RenderOptions&) override {
        unexpected("render");
    }
    std::vector<Summary> summaries(const Bucket&, std::span<const std::string>) override { unexpected("summaries"); }
    std::vector<std::string> existingTypes(const Bucket&, std::span<const std::string>) override {
        unexpected("existingTypes");
    }
    void editMetafields(const Bucket&, const Access&, const std::string&, const MetafieldEdit&) override {
        unexpected("editMetafields");
    }
    Revised revise(const Bucket&, const Access&, const std::string&, const std::string&, const JsonObject&,
                   const Restoring&) override {
        unexpected("revise");
    }

private:
    [[noreturn]] static void unexpected(const char* method) {
        throw std::logic_error(std::string("ObjectCatalog::") + method + " was not expected");
    }
};

}  // namespace inkwell::testkit
