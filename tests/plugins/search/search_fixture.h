#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fake_bucket_directory.h"
#include "fake_object_catalog.h"
#include "inkwell/content_walk.h"
#include "inkwell/events.h"
#include "inkwell/plugin.h"
#include "numbered_id.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::search {

/// Objects with a live title, a draft's title, or both.
class Shelf : public testkit::FakeObjectCatalog, public ContentWalk {
public:
    struct Titles {
        std::string live;
        std::string draft;
    };
    std::map<std::string, Titles> objects;
    std::function<void()> onFind;

    std::vector<ObjectRecord> find(const Bucket&, std::span<const std::string> ids, Visibility visibility) override {
        if (onFind) std::exchange(onFind, nullptr)();
        std::vector<ObjectRecord> found;
        for (const std::string& id : ids) {
            const auto one = objects.find(id);
            if (one == objects.end()) continue;
            const bool isDraft = visibility == Visibility::Any && !one->second.draft.empty();
            const std::string& title = isDraft ? one->second.draft : one->second.live;
            if (title.empty()) continue;
            ObjectRecord record;
            record.id = id;
            record.type = "posts";
            record.status = isDraft ? "draft" : "published";
            record.fields = {{"id", id}, {"title", title}, {"slug", "slug"}};
            found.push_back(std::move(record));
        }
        return found;
    }
    std::vector<Summary> summaries(const Bucket&, std::span<const std::string> ids) override {
        std::vector<Summary> found;
        for (const std::string& id : ids) {
            if (objects.contains(id)) found.push_back({id, "posts"});
        }
        return found;
    }
    std::string kind() const override { return "objects"; }
    std::vector<std::string> idsAfter(const std::string&, const std::string& after, std::int64_t limit) override {
        std::vector<std::string> ids;
        for (auto one = objects.upper_bound(after); one != objects.end(); ++one) {
            if (static_cast<std::int64_t>(ids.size()) < limit) ids.push_back(one->first);
        }
        return ids;
    }
};

/// Leads to the one bucket.
class OneBucket : public ContentWalk {
public:
    std::string kind() const override { return "buckets"; }
    std::vector<std::string> idsAfter(const std::string&, const std::string& after, std::int64_t) override {
        return after.empty() ? std::vector<std::string>{"b00000000000000000000001"} : std::vector<std::string>{};
    }
};

/// The plugin with a shelf in place of objects, on both engines.
class SearchTest : public testing::TestWithParam<std::string> {
protected:
    SearchTest() : fixture_(GetParam(), engineSettings()) {
        auto bucket = std::make_shared<Bucket>();
        bucket->id = "b00000000000000000000001";
        bucket->slug = "b";
        bucket_ = bucket;
        directory_.buckets.push_back(bucket_);
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.setService<ObjectCatalog>(&shelf_);
        fixture_.contribute<ContentWalk>(shelf_);
        fixture_.contribute<ContentWalk>(buckets_);
    }
    static JsonObject engineSettings() {
        if (GetParam() == "database_sqlite") return {};
        auto& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }
    void host() { fixture_.host(inkwell_plugin); }

    template <class Fact>
    void publish(int number, const char* action) {
        fixture_.database().write([&](Sql&) {
            Fact fact;
            fact.change.bucketId = bucket_->id;
            fact.change.kind = "object";
            fact.change.type = "posts";
            fact.change.id = testkit::numberedId(number);
            fact.change.action = action;
            fixture_.events().publish(std::move(fact));
        });
    }
    void add(int number, const std::string& live, const std::string& draft = "") {
        shelf_.objects[testkit::numberedId(number)] = {live, draft};
        publish<ObjectCreated>(number, "created");
    }
    void edit(int number, const std::string& live, const std::string& draft = "") {
        shelf_.objects[testkit::numberedId(number)] = {live, draft};
        publish<ObjectEdited>(number, "edited");
    }
    Json ask(std::vector<std::pair<std::string, std::string>> query) {
        RequestParts parts;
        parts.query = std::move(query);
        parts.bucket = bucket_;
        return fixture_.call(Method::Get, "/v2/buckets/{bucket_slug}/search", std::move(parts)).json;
    }
    /// The titles found, in their order.
    std::string found(const std::string& words, const std::string& status = "published") {
        std::string all;
        const Json answer = ask({{"q", words}, {"status", status}});
        for (const Json& one : answer.at("results").as_array()) {
            all += (all.empty() ? "" : ", ") + std::string(one.at("title").as_string());
        }
        return all;
    }

    std::shared_ptr<const Bucket> bucket_;
    testkit::FakeBucketDirectory directory_;
    Shelf shelf_;
    OneBucket buckets_;
    test::PluginFixture fixture_;
};

#define SEARCH_ON_BOTH_ENGINES(Suite)                                                              \
    INSTANTIATE_TEST_SUITE_P(Engines, Suite, testing::Values("database_sqlite", "database_mysql"), \
                             [](const auto& tested) { return tested.param.substr(9); })

}  // namespace inkwell::search
