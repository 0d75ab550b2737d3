#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "fake_object_catalog.h"
#include "fake_object_versions.h"
#include "fake_services.h"
#include "inkwell/media_library.h"
#include "inkwell/metafield_type.h"
#include "inkwell/props.h"
#include "inkwell/services.h"

namespace inkwell::metafields::test {

/// "00000000000000000000000a" for 10: ids of objects in tests.
std::string idOf(unsigned n);
Json jsonId(unsigned n);

/// Objects in memory; counts what the engine asks.
class FakeCatalog : public testkit::FakeObjectCatalog {
public:
    std::vector<ObjectRecord> find(const Bucket& bucket, std::span<const std::string> ids,
                                   Visibility visibility) override;
    std::vector<ObjectText> findTexts(const Bucket& bucket, std::span<const std::string> ids,
                                      Visibility visibility) override;  // is not counted
    std::vector<Summary> summaries(const Bucket& bucket, std::span<const std::string> ids) override;
    std::vector<std::string> existingTypes(const Bucket& bucket, std::span<const std::string> slugs) override;
    void editMetafields(const Bucket& bucket, const Access& access, const std::string& id,
                        const MetafieldEdit& edit) override;

    std::map<std::string, ObjectRecord> objects;
    MetafieldTemplates templates;  // of every object's type
    std::int64_t version = 7;      // of every object
    std::vector<std::string> types;
    std::vector<std::vector<std::string>> findCalls;
    int summaryCalls = 0;
    int typeCalls = 0;
};

class FakeMedia : public MediaLibrary {
public:
    std::vector<Record> findByName(const Bucket& bucket, std::span<const std::string> names) override;
    std::optional<MediaContent> open(const Bucket&, const std::string&) override { return std::nullopt; }

    std::map<std::string, JsonObject> records;
    std::vector<std::vector<std::string>> calls;
};

/// A unit of work without a database: runs the function.
class FakeDatabase : public Database {
public:
    const Dialect& dialect() const override;
    bool isWriting() const noexcept override { return false; }
    std::uint64_t currentAttempt() const noexcept override { return 0; }

protected:
    void runUnit(bool write, const std::function<void(Sql&)>& body) override;
};

/// The server around the engine: a bucket with objects and media, the sixteen types, and switches for what is off.
class World : public Services {
public:
    World();

    /// Adds a published object of the type "posts". Its fields are id, title and type.
    ObjectRecord& add(unsigned n, JsonArray metafields = {});
    /// Adds a media record with a name and a url.
    void addMedia(const std::string& name);
    void addType(std::unique_ptr<MetafieldType> type) { types_.push_back(std::move(type)); }

    Database& database() override { return database_; }
    Events& events() override { throw std::logic_error("the plugin publishes no events"); }
    const Clock& clock() override { return clock_; }
    Ids& ids() override { return ids_; }
    Log& log() override { return log_; }
    testkit::CapturingLog& captured() { return log_; }
    testkit::FixedClock& fixedClock() { return clock_; }
    const ServerInfo& server() override { return info; }
    ChangeLog& changes() override { throw std::logic_error("the plugin reads no changes"); }

    Bucket bucket{.id = idOf(0xb), .slug = "b", .title = "B", .readKey = "", .writeKey = ""};
    FakeCatalog catalog;
    testkit::FakeObjectVersions versions;
    FakeMedia media;
    bool mediaIsOn = true;
    ServerInfo info;

protected:
    void* getService(const char* serviceId) override;
    void* findService(const char* serviceId) override;
    std::vector<void*> findContributions(const char* contributionId) override;

private:
    FakeDatabase database_;
    testkit::FixedClock clock_;
    testkit::CountingIds ids_;
    testkit::CapturingLog log_;
    std::vector<std::unique_ptr<MetafieldType>> types_;
};

/// A record as text, with the fields that `props` selects; nothing when it selects parts of one.
std::optional<ObjectText> textOfRecord(const ObjectRecord& record, const Props& props);

std::optional<ContentParts> renderTexts(MetafieldEngine& engine, const Bucket& bucket,
                                        const std::vector<ObjectText>& texts, const RenderOptions& options,
                                        JsonText& answer);

// Metafields as they are stored and sent.
JsonObject field(std::string_view type, std::string_view key, Json value, JsonObject more = {});
JsonObject parent(std::string_view key, JsonArray children);
JsonObject repeater(std::string_view key, std::vector<JsonArray> items);
JsonObject relation(std::string_view key, unsigned n);
JsonObject relations(std::string_view key, const std::vector<unsigned>& all);

/// The problem of a type that no plugin brings, without its path.
std::string unknownType(const std::string& name);

/// "metafields[0].value: is required" and so on, sorted.
std::vector<std::string> linesOf(const Problems& problems);
std::vector<std::string> linesOf(const ApiError& error);

}  // namespace inkwell::metafields::test
