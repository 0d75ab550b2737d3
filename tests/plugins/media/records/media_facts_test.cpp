// What the facts of media and folders tell readers and webhooks.
#include <functional>
#include <optional>

#include "inkwell/events.h"
#include "inkwell/metafield_engine.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

class MediaFacts : public MediaFixture {
protected:
    MediaFacts() {
        fixture_.captured().inTransaction<MediaChanged>([this](const MediaChanged& fact) {
            seen_.push_back(fact.change.kind + " " + fact.change.action + ">" + fact.change.readerAction);
            last_ = fact;
            record_.reset();
            if (fact.record) record_ = fact.record(*bucket_, {});
            if (mustThrow_) throw ApiError::badRequest("the outbox is full");
        });
    }
    JsonObject read(const std::string& id) {
        return call(Method::Get, std::string(kMedia) + "/{id}", partsOf("id", id)).json.at("media").as_object();
    }
    void edit(const std::string& id, const JsonObject& body) {
        RequestParts parts = partsOf("id", id);
        parts.body = body;
        call(Method::Patch, std::string(kMedia) + "/{id}", std::move(parts));
    }
    void remove(const std::string& id, const char* triggerWebhook) {
        RequestParts parts = partsOf("id", id);
        parts.query = {{"trigger_webhook", triggerWebhook}};
        call(Method::Delete, std::string(kMedia) + "/{id}", std::move(parts));
    }
    void sendFolder(Method method, const std::string& path, const std::string& title) {
        RequestParts parts = partsOf("slug", "covers");
        if (!title.empty()) parts.body = JsonObject{{"title", title}};
        call(method, path, std::move(parts));
    }
    static RequestParts partsOf(const char* name, const std::string& value) {
        RequestParts parts;
        parts.path = {{name, value}};
        return parts;
    }

    std::vector<std::string> seen_;
    std::optional<MediaChanged> last_;
    std::optional<JsonObject> record_;
    bool mustThrow_ = false;
};

using Seen = std::vector<std::string>;

TEST_F(MediaFacts, TellReadersOfEveryRecordAndFolder) {
    const std::string id = textIn(upload({file("a", "1")}), "id");
    edit(id, {{"metadata", {{"alt", "A"}}}});
    remove(id, "false");
    const std::string folder = std::string(kFolders) + "/{slug}";
    sendFolder(Method::Post, kFolders, "Covers");
    sendFolder(Method::Patch, folder, "Images");
    sendFolder(Method::Delete, folder, "");
    EXPECT_EQ(seen_,
              (Seen{"media created>created", "media edited>edited", "media deleted>deleted",
                    "media_folder created>created", "media_folder edited>edited", "media_folder deleted>deleted"}));
    EXPECT_FALSE(record_);
}

TEST_F(MediaFacts, HoldTheRecordAsReadsShowItWhenWebhooksFire) {
    const std::string id =
        textIn(upload({file("a", "1"), text("metadata", R"({"alt": "A"})"), text("trigger_webhook", "true")}), "id");
    ASSERT_TRUE(record_);
    EXPECT_EQ(*record_, read(id));
    edit(id, {{"metadata", {{"alt", "B"}}}, {"trigger_webhook", true}});
    ASSERT_TRUE(record_);
    EXPECT_EQ(*record_, read(id));
    EXPECT_EQ(record_->at("metadata").at("alt"), "B");
    edit(id, {{"metadata", {{"alt", "C"}}}});
    EXPECT_FALSE(last_->triggerWebhook);
    EXPECT_FALSE(record_);
    remove(id, "true");
    EXPECT_TRUE(last_->triggerWebhook);
    EXPECT_FALSE(last_->record) << "it is gone";
}

TEST_F(MediaFacts, OfResumableUploadsHoldItToo) {
    std::istringstream body("hello");
    RequestParts parts;
    parts.headers = {{"Upload-Length", "5"},
                     {"Upload-Metadata", "filename YS50eHQ=,trigger_webhook dHJ1ZQ=="},
                     {"Tus-Resumable", "1.0.0"},
                     {"Content-Type", "application/offset+octet-stream"}};
    parts.stream = &body;
    call(Method::Post, std::string(kMedia) + "/tus", std::move(parts));
    ASSERT_TRUE(record_);
    EXPECT_EQ(*record_, read(last_->change.id));
}

TEST_F(MediaFacts, UndoTheChangeWhenAListenerThrows) {
    const std::string id = textIn(upload({file("a", "1")}), "id");
    fixture_.captured().clear();
    mustThrow_ = true;
    const std::string refusal = "400: the outbox is full";
    EXPECT_EQ(errorOf([&] { upload({file("b", "2")}); }), refusal);
    EXPECT_EQ(errorOf([&] { edit(id, {{"metadata", {{"alt", "A"}}}}); }), refusal);
    EXPECT_EQ(errorOf([&] { remove(id, "true"); }), refusal);
    EXPECT_EQ(read(id).at("metadata"), Json(JsonObject()));
    EXPECT_EQ(bytesOf(serve(textIn(read(id), "name"))), "1");
    EXPECT_EQ(storedKeys().size(), 1U) << "nor are bytes left";
    EXPECT_EQ(count("media_contents"), 1);
    EXPECT_EQ(fixture_.captured().summary(), Seen{});
}

TEST_F(MediaFacts, AreNotDeliveredWhenTheirWriteIsRolledBack) {
    const std::string id = textIn(upload({file("a", "1")}), "id");
    fixture_.captured().clear();
    EXPECT_THROW(fixture_.database().write([&](Sql&) {
        edit(id, {{"metadata", {{"alt", "A"}}}});
        throw std::runtime_error("something else went wrong");
    }),
                 std::runtime_error);
    EXPECT_EQ(fixture_.captured().summary(), Seen{});
}

}  // namespace
}  // namespace inkwell::media
