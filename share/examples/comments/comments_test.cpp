// The whole plugin on a real database, without a server.
#include <gtest/gtest.h>

#include <set>

#include "comments_service.h"
#include "fake_object_catalog.h"
#include "fake_object_versions.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "inkwell/recoverable.h"
#include "mini_server.h"
#include "recording_import.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace comments_plugin {
namespace {

using inkwell::Access;
using inkwell::ApiError;
using inkwell::Auth;
using inkwell::Json;
using inkwell::JsonArray;
using inkwell::JsonObject;
using inkwell::Method;
using inkwell::RequestParts;
using inkwell::testkit::CountingIds;

const std::string kOfObject = "/v2/buckets/{bucket_slug}/objects/{object_id}/comments";
const std::string kOfBucket = "/v2/buckets/{bucket_slug}/comments";
const std::string kOne = "/v2/buckets/{bucket_slug}/comments/{id}";
const std::string kPost = CountingIds::id(100);
const std::string kDraft = CountingIds::id(101);

/// One post and one draft, of the type "posts".
class Catalog : public inkwell::testkit::FakeObjectCatalog {
public:
    std::vector<inkwell::ObjectRecord> find(const inkwell::Bucket&, std::span<const std::string> ids,
                                            inkwell::Visibility) override {
        if (onFind) onFind();
        if (ids.front() != kPost) return {};
        return {{kPost, "posts", "published", {}, {}}};
    }
    std::vector<Summary> summaries(const inkwell::Bucket&, std::span<const std::string> ids) override {
        std::vector<Summary> found;
        for (const std::string& id : ids)
            if (known.contains(id)) found.push_back({id, "posts"});
        return found;
    }

    std::set<std::string, std::less<>> known{kPost, kDraft};
    std::function<void()> onFind;
};

/// Notes what is locked.
class Versions : public inkwell::testkit::FakeObjectVersions {
public:
    std::int64_t lock(const inkwell::Bucket& bucket, const std::string& id) override {
        locked.push_back(id);
        return FakeObjectVersions::lock(bucket, id);
    }

    std::vector<std::string> locked;
};

class Buckets : public inkwell::BucketDirectory {
public:
    std::shared_ptr<const inkwell::Bucket> findBySlug(std::string_view) override { return nullptr; }
    std::shared_ptr<const inkwell::Bucket> findById(std::string_view) override { return nullptr; }
    std::shared_ptr<const inkwell::Bucket> create(const std::string&, const std::string&, const std::string&,
                                                  bool) override {
        throw std::logic_error("nobody creates buckets here");
    }
};

class CommentsTest : public testing::Test {
protected:
    CommentsTest() {
        server_.setService<inkwell::BucketDirectory>(&buckets_);
        server_.setService<inkwell::ObjectCatalog>(&catalog_);
        server_.setService<inkwell::ObjectVersions>(&versions_);
    }

    void host(JsonObject settings = {}) { server_.host(inkwell_plugin, std::move(settings)); }

    JsonObject call(Method method, const std::string& path, const std::string& id, Json body = nullptr,
                    std::vector<std::pair<std::string, std::string>> query = {}) {
        server_.clock().advance(1);
        RequestParts parts;
        parts.path = {{"bucket_slug", "blog"}, {path == kOne ? "id" : "object_id", id}};
        parts.query = std::move(query);
        parts.bucket = bucket_;
        parts.access = access_;
        parts.body = std::move(body);
        return server_.call(method, path, std::move(parts)).json.as_object();
    }
    /// The id of the new entry.
    std::string add(const std::string& text, const std::string& objectId = kPost) {
        const JsonObject reply = call(Method::Post, kOfObject, objectId, {{"author", "Ann"}, {"text", text}});
        return std::string(inkwell::textOf(reply.at("entry").as_object(), "id"));
    }
    JsonObject approve(const std::string& id, bool approved = true) {
        return call(Method::Patch, kOne, id, {{"approved", approved}});
    }
    /// The texts of a list, in its order.
    static std::string textsOf(const JsonObject& page) {
        std::string texts;
        for (const Json& entry : page.at("comments").as_array()) {
            texts += (texts.empty() ? "" : ", ") + std::string(inkwell::textOf(entry.as_object(), "text"));
        }
        return texts;
    }
    std::string shown() { return textsOf(call(Method::Get, kOfObject, kPost)); }
    std::string waiting() { return textsOf(call(Method::Get, kOfBucket, "")); }
    /// The message of the ApiError that `action` throws, after its status.
    template <class Action>
    static std::string refusalOf(Action action) {
        try {
            action();
            return "";
        } catch (const ApiError& error) {
            return std::to_string(error.status()) + " " + error.message();
        }
    }
    inkwell::BucketTransfer& transfer() { return *server_.contributions<inkwell::BucketTransfer>().at(0); }
    inkwell::Recoverable& recovery() { return *server_.contributions<inkwell::Recoverable>().at(0); }

    std::shared_ptr<const inkwell::Bucket> bucket_ =
        std::make_shared<inkwell::Bucket>(inkwell::Bucket{CountingIds::id(1), "blog", "Blog", "read", "write"});
    Access access_ = Access::writeKey();
    Buckets buckets_;
    Catalog catalog_;
    Versions versions_;
    inkwell::testkit::MiniServer server_{INKWELL_PLUGIN_DIRECTORY};
};

TEST_F(CommentsTest, ReadersSeeWhatWasApproved) {
    host();
    const std::string first = add("first");
    add("second");
    EXPECT_EQ(shown(), "");
    EXPECT_EQ(waiting(), "first, second");
    const JsonObject approved = approve(first);
    EXPECT_EQ(approved.at("entry").at("approved"), true);
    EXPECT_EQ(approved.at("entry").at("object"), Json(kPost));
    EXPECT_EQ(approved.at("entry").at("created_at"), "2026-01-31T09:30:00.001Z");
    EXPECT_EQ(shown(), "first");
    EXPECT_EQ(waiting(), "second");
    approve(first, false);
    EXPECT_EQ(shown(), "");
}

TEST_F(CommentsTest, ListsHavePages) {
    host({{"moderated", false}});
    for (const char* text : {"a", "b", "c"}) add(text);
    EXPECT_EQ(shown(), "c, b, a");
    const JsonObject page = call(Method::Get, kOfObject, kPost, nullptr, {{"limit", "1"}, {"skip", "1"}});
    EXPECT_EQ(textsOf(page), "b");
    EXPECT_EQ(page.at("total"), 3);
}

TEST_F(CommentsTest, WrongSettingsStopTheStart) {
    EXPECT_THROW(host({{"max_text_length", 0}}), std::runtime_error);
    EXPECT_THROW(host({{"keep_waiting_days", -1}}), std::runtime_error);
}

TEST_F(CommentsTest, BadBodiesAreRefusedWithEveryProblem) {
    host({{"max_text_length", 5}});
    const auto refusal = [&](const Json& body) {
        return refusalOf([&] { call(Method::Post, kOfObject, kPost, body); });
    };
    EXPECT_EQ(refusal(JsonObject{}), "400 the entry cannot be added: author: is required (and 1 more)");
    EXPECT_EQ(refusal({{"author", "Ann"}, {"text", "too long"}}),
              "400 the entry cannot be added: text: is 8 characters long; at most 5 are allowed");
    EXPECT_EQ(refusal({{"author", "Ann"}, {"text", "good"}, {"more", 1}}),
              "400 the entry cannot be added: more: is not a known field; known fields are: author, text");
    const std::string id = add("good");
    EXPECT_EQ(refusalOf([&] { call(Method::Patch, kOne, id, JsonObject{}); }),
              "400 the entry cannot be changed: approved: is required");
}

TEST_F(CommentsTest, WhatReadersDoNotSeeHasNoEntries) {
    host();
    EXPECT_EQ(refusalOf([&] { add("early", kDraft); }), "404 object '" + kDraft + "' was not found");
    EXPECT_EQ(refusalOf([&] { call(Method::Get, kOfObject, kDraft); }), "404 object '" + kDraft + "' was not found");
    EXPECT_EQ(refusalOf([&] { approve("none"); }), "404 entry 'none' was not found");
}

TEST_F(CommentsTest, AnObjectCannotBeDeletedBetweenTheLookAtItAndTheNewEntry) {
    host();
    std::vector<std::string> lockedWhenFound;
    catalog_.onFind = [&] { lockedWhenFound = versions_.locked; };
    add("first");
    EXPECT_EQ(lockedWhenFound, std::vector<std::string>{kPost});
}

TEST_F(CommentsTest, RolesDecideWhoMayApprove) {
    host();
    const std::string id = add("first");
    inkwell::Membership membership;
    membership.objectTypes = {"pages"};
    access_ = Access::user(CountingIds::id(7), membership);
    EXPECT_EQ(refusalOf([&] { approve(id); }).substr(0, 3), "403") << "objects of another type";
    membership.objectTypes = {"posts"};
    membership.draftOnly = true;
    access_ = Access::user(CountingIds::id(7), membership);
    EXPECT_EQ(refusalOf([&] { approve(id); }).substr(0, 3), "403") << "drafts only";
    membership.draftOnly = false;
    access_ = Access::user(CountingIds::id(7), membership);
    EXPECT_EQ(refusalOf([&] { approve(id); }), "");

    EXPECT_EQ(server_.authOf(Method::Get, kOfObject), Auth::ReadKey);
    EXPECT_EQ(server_.authOf(Method::Post, kOfObject), Auth::WriteKey);
    EXPECT_EQ(server_.authOf(Method::Get, kOfBucket), Auth::UserToken);
    EXPECT_EQ(server_.authOf(Method::Patch, kOne), Auth::WriteKey);
    EXPECT_EQ(server_.authOf(Method::Delete, kOne), Auth::BucketAdmin);
}

TEST_F(CommentsTest, EveryChangeIsAFact) {
    host();
    const std::string id = add("first");
    approve(id);
    approve(id);
    call(Method::Delete, kOne, id);
    const auto facts = server_.events().facts<CommentsChanged>();
    ASSERT_EQ(facts.size(), 3u) << "approving twice is one change";
    EXPECT_EQ(facts[0].change.action + facts[0].change.readerAction, "created");
    EXPECT_EQ(facts[1].change.action + facts[1].change.readerAction, "editedcreated");
    EXPECT_EQ(facts[2].change.action + facts[2].change.readerAction, "deleteddeleted");
    EXPECT_EQ(facts[2].change.id, id);
    EXPECT_EQ(facts[2].change.type, "posts");
    EXPECT_EQ(facts[2].objectId, kPost);
}

TEST_F(CommentsTest, DeletedObjectsAndBucketsTakeTheirRowsAlong) {
    host();
    add("first");
    const auto inUnit = [&](const auto& action) { server_.database().write([&](inkwell::Sql&) { action(); }); };
    inUnit([&] {
        inkwell::ObjectDeleting event{bucket_->id, kDraft};
        server_.events().guard(event);
    });
    EXPECT_EQ(waiting(), "first");
    inUnit([&] {
        inkwell::ObjectDeleting event{bucket_->id, kPost};
        server_.events().guard(event);
    });
    EXPECT_EQ(waiting(), "");
    add("second");
    inUnit([&] {
        inkwell::BucketDeleting event{bucket_->id};
        server_.events().guard(event);
    });
    EXPECT_EQ(waiting(), "");
}

TEST_F(CommentsTest, TheEntriesOfADeletedObjectComeBackWithIt) {
    host();
    approve(add("approved"));
    add("waiting");
    server_.database().write([&](inkwell::Sql&) {
        std::vector<JsonObject> kept;
        recovery().take(*bucket_, kPost, [&](JsonObject part) { kept.push_back(std::move(part)); });
        inkwell::ObjectDeleting event{bucket_->id, kPost};
        server_.events().guard(event);
        const Access access = Access::writeKey();
        for (JsonObject& part : kept) recovery().restore({*bucket_, access, kPost, "posts"}, std::move(part));
    });
    EXPECT_EQ(shown(), "approved");
    EXPECT_EQ(waiting(), "waiting");
}

TEST_F(CommentsTest, TheSweepRemovesWhatWaitedTooLong) {
    host({{"keep_waiting_days", 1}});
    approve(add("approved"));
    add("old");
    server_.clock().advance(24LL * 60 * 60 * 1000);
    add("new");
    server_.runJob("sweep");
    EXPECT_EQ(waiting(), "new");
    EXPECT_EQ(shown(), "approved");
}

TEST_F(CommentsTest, BucketFilesHoldTheEntries) {
    host();
    approve(add("first"));
    add("second");
    const JsonArray file = transfer().exportAll(*bucket_);
    ASSERT_EQ(file.size(), 2u);

    const inkwell::Bucket other{CountingIds::id(2), "copy", "Copy", "read", "write"};
    inkwell::testkit::RecordingImport import(other);
    import.objectIds()[kPost] = CountingIds::id(200);
    transfer().importAll(file, "bucket.comments", import);
    transfer().importAll(file, "bucket.comments", import);
    EXPECT_EQ(import.done, "cc==") << "a second time changes nothing";
    EXPECT_EQ(import.problems, std::vector<std::string>{});
    catalog_.known.insert(CountingIds::id(200));
    EXPECT_EQ(transfer().exportAll(other)[0].at("object"), Json(CountingIds::id(200)));
}

TEST_F(CommentsTest, WhatAFileChangesIsAFact) {
    host();
    const std::string id = add("first");
    approve(id);
    JsonArray file = transfer().exportAll(*bucket_);
    const auto imported = [&] {
        const std::size_t before = server_.events().facts<CommentsChanged>().size();
        inkwell::testkit::RecordingImport import(*bucket_);
        import.objectIds()[kPost] = kPost;
        transfer().importAll(file, "bucket.comments", import);
        std::string told;
        const auto facts = server_.events().facts<CommentsChanged>();
        for (std::size_t i = before; i < facts.size(); ++i) {
            const inkwell::Change& change = facts[i].change;
            EXPECT_EQ(change.id + change.type + facts[i].objectId + change.actor, id + "posts" + kPost + "system");
            told += change.action + ">" + change.readerAction;
        }
        return told;
    };
    EXPECT_EQ(imported(), "") << "it is what is there";
    file[0].as_object()["text"] = "second";
    EXPECT_EQ(imported(), "edited>edited");
    file[0].as_object()["approved"] = false;
    EXPECT_EQ(imported(), "edited>deleted");
    call(Method::Delete, kOne, id);
    EXPECT_EQ(imported(), "created>");
    call(Method::Delete, kOne, id);
    file[0].as_object()["approved"] = true;
    EXPECT_EQ(imported(), "created>created");
}

TEST_F(CommentsTest, BucketFilesHoldNoEntryOfAnObjectThatWasDeletedWhileThePluginWasOff) {
    host();
    approve(add("left"));
    catalog_.known.erase(kPost);
    EXPECT_EQ(transfer().exportAll(*bucket_), JsonArray());
}

TEST_F(CommentsTest, BadEntriesOfABucketFileAreNamed) {
    host();
    JsonObject bad{{"id", "x"},   {"object", kDraft},     {"author", "Ann"},
                   {"text", "t"}, {"created_at", "soon"}, {"approved", 1}};
    JsonObject lost{
        {"id", CountingIds::id(5)}, {"object", kDraft}, {"author", "Ann"}, {"text", "t"}, {"created_at", "2026-01-31"}};
    inkwell::testkit::RecordingImport import(*bucket_);
    transfer().importAll({bad, lost, 7}, "bucket.comments", import);
    EXPECT_EQ(import.done, "");
    EXPECT_EQ(import.problems, (std::vector<std::string>{
                                   "bucket.comments[0].approved: must be true or false, not a number",
                                   "bucket.comments[0].id: must be 24 lower-case hex digits",
                                   "bucket.comments[0].created_at: must be a time such as 2026-01-31T09:30:00.000Z",
                                   "bucket.comments[1].object: object '" + kDraft + "' is not in this file",
                                   "bucket.comments[2]: must be an object, not a number"}));
}

}  // namespace
}  // namespace comments_plugin
