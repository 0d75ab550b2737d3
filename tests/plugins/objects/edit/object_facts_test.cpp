// What the facts of objects and types tell readers and webhooks.
#include <functional>
#include <optional>

#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "inkwell/props.h"
#include "tests/plugins/objects/objects_fixture.h"
#include "tests/plugins/objects/transfer_fixture.h"

namespace inkwell::objects {
namespace {

class ObjectFacts : public ObjectsTest {
protected:
    void SetUp() override {
        makeType({{"title", "Posts"}, {"slug", "posts"}});
        keep<ObjectCreated>();
        keep<ObjectEdited>();
        keep<ObjectDeleted>();
    }
    template <class Fact>
    void keep() {
        fixture_.captured().inTransaction<Fact>([this](const Fact& fact) {
            seen_.push_back(fact.change.action + ">" + fact.change.readerAction);
            last_ = fact;
            if (inTransaction) inTransaction(fact);
        });
    }
    /// "edited>created": what happened, and what readers see of it, since the last call.
    std::vector<std::string> seen() { return std::exchange(seen_, {}); }
    std::string makePost(const JsonObject& more = {}) {
        JsonObject body{{"type", "posts"}, {"title", "One"}};
        for (const auto& member : more) body[member.key()] = member.value();
        return idOf(make(body));
    }
    void removeWithWebhook(const std::string& id) {
        RequestParts parts;
        parts.path = {{"id", id}};
        parts.query = {{"trigger_webhook", "true"}};
        parts.access = Access::writeKey();
        call(Method::Delete, "objects/{id}", std::move(parts));
    }
    static JsonObject metafield(const std::string& value) { return {{"key", "k"}, {"type", "text"}, {"value", value}}; }

    std::function<void(const ObjectFact&)> inTransaction;
    std::optional<ObjectFact> last_;

private:
    std::vector<std::string> seen_;
};

using Seen = std::vector<std::string>;

TEST_F(ObjectFacts, TellReadersWhatTheySeeHappen) {
    const std::string id = makePost();
    edit(id, {{"title", "Two"}});
    edit(id, {{"status", "draft"}});
    edit(id, {{"title", "Three"}});
    edit(id, {{"status", "published"}});
    remove(id);
    EXPECT_EQ(seen(), (Seen{"created>created", "edited>edited", "edited>deleted", "edited>", "edited>created",
                            "deleted>deleted"}));
    const std::string draft = makePost({{"status", "draft"}});
    remove(draft);
    EXPECT_EQ(seen(), (Seen{"created>", "deleted>"}));
}

TEST_F(ObjectFacts, OfMetafieldEditsFireNoWebhooks) {
    const std::string id = makePost({{"trigger_webhook", true}, {"metafields", {metafield("old")}}});
    seen();
    fixture_.find<ObjectCatalog>()->editMetafields(*bucket_, Access::writeKey(), id, [](const auto& edited) {
        edited.metafields.at(0).as_object()["value"] = "new";
    });
    EXPECT_EQ(seen(), Seen{"edited>edited"});
    EXPECT_FALSE(last_->triggerWebhook);
    EXPECT_FALSE(last_->record);
}

TEST_F(ObjectFacts, HoldTheRecordAsReadsShowIt) {
    std::optional<JsonObject> record;
    RenderOptions options;
    options.showMetafields = true;
    inTransaction = [&](const ObjectFact& fact) { record = fact.record(*bucket_, options); };
    const std::string id =
        makePost({{"trigger_webhook", true}, {"content", "Text"}, {"metafields", {metafield("old")}}});
    EXPECT_EQ(*record, read(id, {{"show_metafields", "true"}}));
    edit(id, {{"trigger_webhook", true}, {"title", "Two"}, {"metafields", {metafield("new")}}});
    EXPECT_EQ(*record, read(id, {{"show_metafields", "true"}}));
    EXPECT_EQ(record->at("metadata").at("k"), "new");

    options = {};
    options.props = std::make_shared<const Props>(*Props::parse("title,metadata.k"));
    edit(id, {{"trigger_webhook", true}, {"title", "Three"}});
    EXPECT_EQ(*record, (JsonObject{{"title", "Three"}, {"metadata", {{"k", "new"}}}}));
}

TEST_F(ObjectFacts, HoldTheRecordOfADraftAndOfWhatWasUnpublished) {
    std::optional<JsonObject> record;
    inTransaction = [&](const ObjectFact& fact) { record = fact.record(*bucket_, {}); };
    const std::string id = makePost({{"trigger_webhook", true}, {"status", "draft"}});
    EXPECT_EQ(*record, read(id, {{"status", "any"}}));
    edit(id, {{"trigger_webhook", true}, {"status", "published"}});
    EXPECT_EQ(*record, read(id));
    edit(id, {{"trigger_webhook", true}, {"status", "draft"}});
    EXPECT_EQ(*record, read(id, {{"status", "any"}}));
}

TEST_F(ObjectFacts, HoldNoRecordUnlessWebhooksAreAskedForOrWhenItIsGone) {
    const std::string id = makePost();
    EXPECT_FALSE(last_->record);
    edit(id, {{"title", "Two"}, {"trigger_webhook", false}});
    EXPECT_FALSE(last_->record);
    removeWithWebhook(id);
    EXPECT_EQ(last_->change.action, "deleted");
    EXPECT_TRUE(last_->triggerWebhook);
    EXPECT_FALSE(last_->record);
}

TEST_F(ObjectFacts, UndoTheChangeWhenAListenerThrows) {
    const std::string id = makePost();
    fixture_.captured().clear();
    inTransaction = [](const ObjectFact&) { throw ApiError::badRequest("the outbox is full"); };
    EXPECT_EQ(errorOf([&] { makePost({{"title", "Two"}}); }), "400: the outbox is full");
    EXPECT_EQ(errorOf([&] { edit(id, {{"title", "Two"}}); }), "400: the outbox is full");
    EXPECT_EQ(errorOf([&] { remove(id); }), "400: the outbox is full");
    EXPECT_EQ(read(id).at("title"), "One");
    EXPECT_EQ(list().at("total"), 1);
    EXPECT_EQ(fixture_.captured().summary(), Seen{});
}

TEST_F(ObjectFacts, AreNotDeliveredWhenTheirWriteIsRolledBack) {
    fixture_.captured().clear();
    EXPECT_THROW(fixture_.database().write([&](Sql&) {
        makePost({{"trigger_webhook", true}});
        throw std::runtime_error("something else went wrong");
    }),
                 std::runtime_error);
    EXPECT_EQ(seen(), Seen{"created>created"});
    EXPECT_EQ(fixture_.captured().summary(), Seen{});
    EXPECT_EQ(list({{"status", "any"}}).at("total"), 0);
}

TEST_F(ObjectFacts, OfTypesSayWhatHappened) {
    std::vector<std::string> told;
    fixture_.captured().on<ObjectTypeChanged>([&](ObjectTypeChanged& fact) {
        told.push_back(fact.change.type + " " + fact.change.action + ">" + fact.change.readerAction);
    });
    makeType({{"title", "Pages"}, {"slug", "pages"}});
    makeType({{"title", "Tags"}});
    editType("pages", {{"slug", "sheets"}});
    send(Method::Delete, "object-types/{slug}", "tags", nullptr);
    EXPECT_EQ(told, (Seen{"pages created>created", "tags created>created", "sheets edited>edited",
                          "pages edited>edited", "tags deleted>deleted"}));
}

TEST_F(TransferTest, FactsOfAnImportTellReadersAndFireNoWebhooks) {
    const auto object = [](const char* slug, const char* status, const char* title) {
        return JsonObject{{"type", "posts"}, {"slug", slug}, {"title", title}, {"status", status}};
    };
    const JsonArray types{{{"title", "Posts"}, {"slug", "posts"}}};
    importAll(source_, file(types, {object("a", "published", "A"), object("b", "draft", "B")}));
    importAll(source_, file(types, {object("a", "draft", "A"), object("b", "published", "B")}));
    std::vector<std::string> told;
    for (const ObjectCreated& fact : fixture_.captured().facts<ObjectCreated>()) {
        told.push_back(fact.title + " " + fact.change.action + ">" + fact.change.readerAction);
        EXPECT_FALSE(fact.triggerWebhook);
    }
    for (const ObjectEdited& fact : fixture_.captured().facts<ObjectEdited>()) {
        told.push_back(fact.title + " " + fact.change.action + ">" + fact.change.readerAction);
        EXPECT_FALSE(fact.triggerWebhook);
    }
    EXPECT_EQ(told, (Seen{"A created>created", "B created>", "A edited>deleted", "B edited>created"}));
}

}  // namespace
}  // namespace inkwell::objects
