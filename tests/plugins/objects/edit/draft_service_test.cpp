#include "edit/draft_service.h"

#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

const std::string kUser = "0123456789abcdef01234567";

class DraftService_ : public ObjectsTest {
protected:
    void SetUp() override {
        makeType({{"title", "Posts"}});
        id_ = idOf(make({{"type", "posts"}, {"title", "Live"}}));
    }
    void prepare(const std::string& title) {
        fixture_.database().write([&](Sql&) {
            fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), id_, fixture_.ids().next(),
                                                   {{"title", title}, {"status", "draft"}});
        });
        fixture_.captured().clear();
        fixture_.fixedClock().advance(5);
    }
    JsonObject sendTo(Method method, const std::string& rest, const Json& body, const Access& access) {
        RequestParts parts;
        parts.path = {{"id", id_}};
        parts.body = body;
        parts.access = access;
        return call(method, "objects/{id}/draft" + rest, std::move(parts));
    }
    JsonObject publish(const Json& body = JsonObject(), const Access& access = Access::writeKey()) {
        return sendTo(Method::Post, "/publish", body, access).at("object").as_object();
    }
    void discard(const Access& access = Access::writeKey()) { sendTo(Method::Delete, "", nullptr, access); }
    static Access member(Role role, bool draftOnly = false) {
        return Access::user(kUser, Membership{role, draftOnly, {}, {"pages"}});
    }

    std::string id_;
};

TEST_F(DraftService_, PublishingIsAnEditThatWebhooksHear) {
    prepare("Next");
    const JsonObject before = read(id_);
    const JsonObject published = publish({{"trigger_webhook", true}}, member(Role::Editor));
    EXPECT_EQ(published.at("title"), "Next");
    EXPECT_EQ(published.at("modified_by"), Json(kUser));
    EXPECT_NE(published.at("published_at"), before.at("published_at"));
    const auto facts = fixture_.captured().facts<ObjectEdited>();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_TRUE(facts[0].triggerWebhook);
    EXPECT_EQ(facts[0].title, "Next");
    EXPECT_EQ(facts[0].status, "published");
    EXPECT_EQ(facts[0].previousStatus, "published");
    EXPECT_EQ(facts[0].change.readerAction, "edited");
    EXPECT_EQ(facts[0].change.actor, kUser);
    EXPECT_EQ(facts[0].record(*bucket_, {}).at("title"), "Next");
}

TEST_F(DraftService_, DiscardingIsAChangeThatReadersDoNotSee) {
    prepare("Next");
    discard(member(Role::Editor, true));
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("title"), "Live");
    const auto facts = fixture_.captured().facts<ObjectEdited>();
    ASSERT_EQ(facts.size(), 1U);
    EXPECT_EQ(facts[0].change.readerAction, "");
    EXPECT_EQ(facts[0].change.actor, kUser);
    EXPECT_FALSE(facts[0].triggerWebhook);
    EXPECT_FALSE(facts[0].record);
}

TEST_F(DraftService_, ObeysTheRole) {
    prepare("Next");
    EXPECT_EQ(errorOf([&] { publish(JsonObject(), member(Role::Editor, true)); }),
              "403: your role in this bucket does not allow to publish, or to edit what is published");
    for (const auto& attempt : {std::function<void()>([&] { publish(JsonObject(), member(Role::Contributor)); }),
                                std::function<void()>([&] { discard(member(Role::Contributor)); })}) {
        EXPECT_EQ(errorOf(attempt),
                  "403: your role in this bucket does not allow to write objects of the type 'posts'");
    }
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("title"), "Next");
    EXPECT_TRUE(fixture_.captured().summary().empty());
}

TEST_F(DraftService_, WhatGoesOutByItselfIsDiscardedByThoseWhoPublish) {
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(
            *bucket_, Access::writeKey(), id_, fixture_.ids().next(),
            {{"title", "Next"}, {"status", "draft"}, {"publish_at", 4'000'000'000'000}});
    });
    EXPECT_EQ(errorOf([&] { discard(member(Role::Editor, true)); }).substr(0, 4), "403:");
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("title"), "Next");
    discard(member(Role::Editor));
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("title"), "Live");
    EXPECT_TRUE(fixture_.database().read([&](Sql& sql) {
        return sql.selectOne("SELECT publish_draft_at FROM objects WHERE id = ?", {id_})->at(0).isNull();
    }));
}

TEST_F(DraftService_, AVetoKeepsTheDraft) {
    prepare("Next");
    fixture_.captured().on<ObjectSaving>([](ObjectSaving&) { throw ApiError::conflict("not now"); });
    EXPECT_EQ(errorOf([&] { publish(); }), "409: not now");
    EXPECT_EQ(read(id_).at("title"), "Live");
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("title"), "Next");
}

}  // namespace
}  // namespace inkwell::objects
