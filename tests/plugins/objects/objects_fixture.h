#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fake_bucket_directory.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/media_library.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/test_server.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::objects {

using test::errorOf;

/// Knows no types: gives every metafield an id, renders {key: value} and refuses the type "bad".
class FakeEngine : public MetafieldEngine {
public:
    JsonArray check(const Bucket&, const Json& given, const Templates& templates, Subject, const std::string& path,
                    Problems& problems, const JsonArray*, const std::set<std::string>& trustedTypes) override {
        lastTrustedTypes = trustedTypes;
        lastEnforceValidation = templates.enforceValidation;
        const JsonArray defaults = templates.areDefaults ? *templates.metafields : JsonArray();
        JsonArray all;
        if (!given.is_array()) {
            problems.add(path, "must be an array");
            return all;
        }
        std::set<std::string> keys;
        for (const Json& one : given.get_array()) keys.emplace(textOf(one.as_object(), "key"));
        for (const Json& one : defaults)
            if (keys.count(std::string(textOf(one.as_object(), "key"))) == 0) all.push_back(one);
        for (const Json& one : given.get_array()) {
            if (textOf(one.as_object(), "type") == "bad") problems.add(path + "[0].type", "is bad");
            all.push_back(one);
        }
        for (Json& one : all) one.as_object()["id"] = "m" + std::to_string(++made_);
        return all;
    }
    RenderedObjects render(const Bucket&, std::vector<ObjectRecord> records, const RenderOptions& options) override {
        if (onRender) onRender(options);
        RenderedObjects all;
        for (const ObjectRecord& record : records) {
            JsonObject metadata;
            for (const Json& one : record.metafields)
                metadata[textOf(one.as_object(), "key")] = one.as_object().at("value");
            JsonObject json = record.fields;
            json["metadata"] = metadata.empty() ? Json() : Json(metadata);
            if (options.showMetafields) json["metafields"] = record.metafields;
            if (options.props != nullptr) options.props->project(json);
            all.objects.push_back(json);
        }
        return all;
    }
    Decorated decorate(const Bucket&, JsonArray metafields, const RenderOptions& options) override {
        if (onRender) onRender(options);
        ++decorations;
        for (Json& one : metafields) one.as_object()["decorated"] = true;
        return {std::move(metafields), {}};
    }
    std::vector<FieldValue> fieldValues(const JsonArray& metafields) override {
        std::vector<FieldValue> values;
        for (const Json& one : metafields) {
            const JsonObject& field = one.as_object();
            addFieldValues(valuePrefix + std::string(textOf(field, "key")), field.at("value"), values);
        }
        return values;
    }
    bool anyObject(const JsonArray& metafields, std::string_view path, const JsonTest& test) override {
        JsonObject group;
        for (const Json& one : metafields) {
            group[textOf(one.as_object(), "key")] = one.as_object().at("value");
        }
        return anyObjectIn(group, path, test);
    }
    std::vector<std::string> addMissing(JsonArray& metafields, const JsonArray& templates) override {
        std::vector<std::string> added;
        for (const Json& one : templates) {
            const std::string key(textOf(one.as_object(), "key"));
            bool isThere = false;
            for (const Json& field : metafields) isThere = isThere || textOf(field.as_object(), "key") == key;
            if (isThere) continue;
            metafields.push_back(one);
            added.push_back(key);
        }
        return added;
    }
    void remapObjects(JsonArray&, const std::function<std::string(const std::string&)>&) override {}

    std::function<void(const RenderOptions&)> onRender;  // may throw
    std::string valuePrefix;                             // of the keys by which values are found
    std::set<std::string> lastTrustedTypes;
    std::optional<bool> lastEnforceValidation;
    int decorations = 0;

private:
    int made_ = 0;
};

class FakeMedia : public MediaLibrary {
public:
    std::vector<Record> findByName(const Bucket&, std::span<const std::string> names) override {
        ++calls;
        std::vector<Record> found;
        for (const std::string& name : names)
            if (name == "known.png") found.push_back({name, {{"name", name}, {"image_url", "http://images/" + name}}});
        return found;
    }
    std::optional<MediaContent> open(const Bucket&, const std::string&) override { return std::nullopt; }
    int calls = 0;
};

/// The objects plugin on a fresh database, with fakes for what it uses; calls go through its routes.
class ObjectsTest : public testing::Test {
protected:
    explicit ObjectsTest(test::Engine engine = test::Engine::Sqlite)
        : fixture_(engine == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", settingsOf(engine)) {
        bucket_ = std::make_shared<Bucket>();
        bucket_->id = "b00000000000000000000001";
        bucket_->slug = "site";
        fixture_.setService<MetafieldEngine>(&engine_);
        fixture_.setService<MediaLibrary>(&media_);
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.host(inkwell_plugin);
    }

    JsonObject call(Method method, const std::string& rest, RequestParts parts = {}) {
        parts.bucket = bucket_;
        return fixture_.call(method, "/v2/buckets/{bucket_slug}/" + rest, std::move(parts)).json.as_object();
    }
    JsonObject send(Method method, const std::string& rest, const std::string& name, const Json& body,
                    const Access& access = Access::writeKey()) {
        RequestParts parts;
        if (!name.empty()) parts.path = {{rest.ends_with("{id}") ? "id" : "slug", name}};
        parts.body = body;
        parts.access = access;
        return call(method, rest, std::move(parts));
    }
    JsonObject makeType(const Json& body, const Access& access = Access::writeKey()) {
        return send(Method::Post, "object-types", "", body, access).at("object_type").as_object();
    }
    JsonObject editType(const std::string& slug, const Json& body) {
        return send(Method::Patch, "object-types/{slug}", slug, body).at("object_type").as_object();
    }
    JsonObject make(const Json& body, const Access& access = Access::writeKey()) {
        return send(Method::Post, "objects", "", body, access).at("object").as_object();
    }
    JsonObject edit(const std::string& id, const Json& body, const Access& access = Access::writeKey()) {
        return send(Method::Patch, "objects/{id}", id, body, access).at("object").as_object();
    }
    void remove(const std::string& id, const Access& access = Access::writeKey()) {
        send(Method::Delete, "objects/{id}", id, nullptr, access);
    }
    JsonObject read(const std::string& id, std::vector<std::pair<std::string, std::string>> query = {}) {
        RequestParts parts;
        parts.path = {{"id", id}};
        parts.query = std::move(query);
        return call(Method::Get, "objects/{id}", std::move(parts)).at("object").as_object();
    }
    JsonObject list(std::vector<std::pair<std::string, std::string>> query = {}) {
        RequestParts parts;
        parts.query = std::move(query);
        return call(Method::Get, "objects", std::move(parts));
    }
    std::vector<std::string> titles(const std::string& sort) {
        std::vector<std::string> all;
        const JsonObject answer = list({{"sort", sort}});
        for (const Json& one : answer.at("objects").as_array()) all.emplace_back(textOf(one.as_object(), "title"));
        return all;
    }

    static std::string idOf(const JsonObject& object) { return std::string(textOf(object, "id")); }

    static JsonObject settingsOf(test::Engine engine) {
        if (engine == test::Engine::Sqlite) return {};
        test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }

    FakeEngine engine_;
    FakeMedia media_;
    testkit::FakeBucketDirectory directory_;
    test::PluginFixture fixture_;
    std::shared_ptr<Bucket> bucket_;
};

}  // namespace inkwell::objects
