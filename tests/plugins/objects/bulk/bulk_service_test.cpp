#include "bulk/bulk_service.h"

#include "inkwell/text.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

class BulkService_ : public ObjectsTest {
protected:
    void SetUp() override {
        makeType({{"title", "Posts"}});
        for (const char* title : {"One", "Two", "Three"})
            ids_.push_back(idOf(make({{"type", "posts"}, {"title", title}})));
        fixture_.captured().clear();
    }
    JsonObject bulk(const JsonObject& more, const Access& access = Access::writeKey()) {
        JsonObject body = more;
        if (!body.contains("ids") && !body.contains("query")) body["ids"] = JsonArray(ids_.begin(), ids_.end());
        return send(Method::Post, "objects/bulk", "", body, access);
    }
    JsonObject undo(const JsonObject& done, const Access& access = Access::writeKey()) {
        RequestParts parts;
        parts.path = {{"undo_id", std::string(textOf(done.at("undo").as_object(), "id"))}};
        parts.body = JsonObject();
        parts.access = access;
        return call(Method::Post, "objects/bulk/{undo_id}/undo", std::move(parts));
    }
    JsonObject undoable(const Access& access = Access::writeKey()) {
        RequestParts parts;
        parts.access = access;
        return call(Method::Get, "objects/bulk", std::move(parts));
    }
    /// Only of the first object.
    JsonObject first(const JsonObject& more) {
        JsonObject body = more;
        body["ids"] = JsonArray{ids_[0]};
        return bulk(body);
    }
    void prepareDraft(const std::string& id) {
        fixture_.database().write([&](Sql&) {
            fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), id, fixture_.ids().next(),
                                                   {{"title", "Next"}, {"status", "draft"}});
        });
    }
    std::string titleOf(const std::string& id) { return std::string(textOf(read(id, {{"status", "any"}}), "title")); }

    std::vector<std::string> ids_;
};

TEST_F(BulkService_, AChangeIsAnEditOfEachAndUndone) {
    const JsonObject done = bulk({{"action", "set"}, {"set", {{"title", "Same"}}}});
    EXPECT_EQ(done.at("changed"), 3);
    EXPECT_EQ(done.at("failed"), 0);
    EXPECT_EQ(fixture_.captured().facts<ObjectEdited>().size(), 3U);
    EXPECT_EQ(titleOf(ids_[2]), "Same");
    const JsonObject undone = undo(done);
    EXPECT_EQ(undone.at("changed"), 3);
    EXPECT_TRUE(undone.at("undo").is_null());
    EXPECT_EQ(titleOf(ids_[0]), "One");
    EXPECT_TRUE(errorOf([&] { undo(done); }).starts_with("404: there is nothing to undo under '"));
}

TEST_F(BulkService_, AnUndoLeavesWhatWasEditedMeanwhileAndEndsAfterTenMinutes) {
    const JsonObject done = bulk({{"action", "unpublish"}});
    edit(ids_[1], {{"title", "Mine"}});
    const JsonObject undone = undo(done);
    EXPECT_EQ(undone.at("changed"), 2);
    EXPECT_EQ(undone.at("failed"), 1);
    EXPECT_EQ(undone.at("results").at(1).at("message"),
              Json("object '" + ids_[1] + "' was edited meanwhile and stays as it is"));
    EXPECT_EQ(titleOf(ids_[1]), "Mine");
    EXPECT_EQ(read(ids_[0]).at("status"), "published");

    fixture_.fixedClock().advance(BulkService::kUndoMs);
    EXPECT_TRUE(errorOf([&] { undo(done); }).starts_with("404: there is nothing to undo under '"));
}

TEST_F(BulkService_, AnUndoTellsWhatCameBackWhenALaterShareFails) {
    while (ids_.size() < 60) ids_.push_back(idOf(make({{"type", "posts"}, {"title", "T"}})));
    const JsonObject done = bulk({{"action", "unpublish"}});
    bool isAway = true;
    fixture_.captured().inTransaction<ObjectEdited>([&](const auto& fact) {
        if (isAway && fact.change.id == ids_[55]) throw DatabaseError(DatabaseError::Kind::Unavailable, "gone");
    });
    const JsonObject undone = undo(done);
    EXPECT_EQ(undone.at("changed"), 50);
    EXPECT_EQ(undone.at("failed"), 10);
    EXPECT_EQ(undone.at("results").at(59).at("id"), Json(ids_[59]));
    isAway = false;
    EXPECT_EQ(undo(done).at("changed"), 10) << "what failed can be tried again";
    EXPECT_EQ(list().at("total"), 60);
}

TEST_F(BulkService_, WhatCanBeUndoneIsFoundByWhoNeverGotTheAnswer) {
    const Access editor = Access::user("c00000000000000000000001", Membership{Role::Editor, false, {}, {}});
    EXPECT_EQ(undoable(), (JsonObject{{"changes", JsonArray()}, {"total", 0}, {"limit", 1000}}));
    const std::string began = isoTime(fixture_.fixedClock().nowMs());
    while (ids_.size() < 60) ids_.push_back(idOf(make({{"type", "posts"}, {"title", "T"}})));
    fixture_.captured().inTransaction<ObjectEdited>([&](const auto& fact) {
        if (fact.change.id == ids_[55]) throw DatabaseError(DatabaseError::Kind::Unavailable, "gone");
    });
    const JsonObject half = bulk({{"action", "unpublish"}, {"mode", "each"}});
    fixture_.fixedClock().advance(1);
    const JsonObject second = first({{"action", "delete"}});
    bulk({{"action", "set"}, {"set", {{"title", "Theirs"}}}, {"ids", JsonArray{ids_[1]}}}, editor);

    const JsonObject found = undoable();
    EXPECT_EQ(found.at("total"), 2) << "the editor's is their own";
    EXPECT_EQ(found.at("changes").at(0).at("id"), second.at("undo").at("id"));
    EXPECT_EQ(found.at("changes").at(0).at("action"), "delete");
    EXPECT_EQ(found.at("changes").at(0).at("objects"), 1);
    EXPECT_EQ(found.at("changes").at(1), Json(JsonObject{{"id", half.at("undo").at("id")},
                                                         {"action", "unpublish"},
                                                         {"objects", 50},
                                                         {"began_at", began},
                                                         {"expires_at", half.at("undo").at("expires_at")}}));
    EXPECT_EQ(undoable(editor).at("total"), 1);
    undo(second);
    EXPECT_EQ(undoable().at("total"), 1) << "all of it is undone";
    fixture_.fixedClock().advance(BulkService::kUndoMs);
    EXPECT_EQ(undoable().at("total"), 0);
}

TEST_F(BulkService_, ADraftThatEndsIsTold) {
    prepareDraft(ids_[0]);
    const JsonObject set{{"action", "set"}, {"set", {{"title", "Same"}}}};
    JsonObject trial = set;
    trial["dry_run"] = true;
    for (const JsonObject& body : {trial, set}) {
        const JsonObject done = bulk(body);
        EXPECT_EQ(done.at("results").at(0).at("ends_draft"), true);
        EXPECT_FALSE(done.at("results").at(1).as_object().contains("ends_draft"));
    }
    EXPECT_FALSE(bulk(set).at("results").at(0).as_object().contains("ends_draft")) << "nothing changes";
    prepareDraft(ids_[0]);
    EXPECT_FALSE(first({{"action", "publish"}}).at("results").at(0).as_object().contains("ends_draft"));
    prepareDraft(ids_[0]);
    EXPECT_EQ(first({{"action", "unpublish"}}).at("results").at(0).at("ends_draft"), true);
}

TEST_F(BulkService_, AnUndoTellsOfTimesThatHavePassed) {
    const std::string came = "object '" + ids_[0] + "' came back ";
    const std::string unpublished = came +
                                    "without its 'publish_at', which has passed meanwhile: publish it, or give "
                                    "it another time";
    const auto schedule = [&](const char* status, const char* name) {
        edit(ids_[0], {{"status", status}, {name, fixture_.fixedClock().nowMs() + 1000}});
    };
    const auto undoneLater = [&](const JsonObject& done) {
        fixture_.fixedClock().advance(1000);
        const JsonObject result = undo(done).at("results").at(0).as_object();
        EXPECT_EQ(result.at("status"), "changed");
        return std::string(textOf(result, "message"));
    };
    schedule("draft", "publish_at");
    EXPECT_EQ(undoneLater(first({{"action", "set"}, {"set", {{"publish_at", nullptr}}}})), unpublished);
    schedule("draft", "publish_at");
    EXPECT_EQ(undoneLater(first({{"action", "delete"}})), unpublished);
    EXPECT_EQ(read(ids_[0], {{"status", "any"}}).at("status"), "draft");
    schedule("published", "unpublish_at");
    EXPECT_EQ(undoneLater(first({{"action", "set"}, {"set", {{"unpublish_at", nullptr}}}})),
              came + "as a draft: its 'unpublish_at' has passed meanwhile");
    schedule("published", "unpublish_at");
    const JsonObject done = first({{"action", "set"}, {"set", {{"unpublish_at", nullptr}}}});
    EXPECT_FALSE(undo(done).at("results").at(0).as_object().contains("message"));
}

TEST_F(BulkService_, AnUndoGivesADraftItsTimeBackUnlessThatHasPassed) {
    const auto prepare = [&] {
        const std::int64_t time = fixture_.fixedClock().nowMs() + 1000;
        fixture_.database().write([&](Sql&) {
            fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), ids_[0], fixture_.ids().next(),
                                                   {{"title", "Next"}, {"status", "draft"}, {"publish_at", time}});
        });
        return Json(time);
    };
    const auto planned = [&] { return read(ids_[0], {{"status", "any"}}).at("publish_at"); };
    for (const JsonObject& change : {JsonObject{{"action", "set"}, {"set", {{"title", "Same"}}}},
                                     JsonObject{{"action", "unpublish"}}, JsonObject{{"action", "delete"}}}) {
        const Json time = prepare();
        EXPECT_FALSE(undo(first(change)).at("results").at(0).as_object().contains("message")) << writeJson(change);
        EXPECT_EQ(planned(), time) << writeJson(change);
        prepare();
        const JsonObject done = first(change);
        fixture_.fixedClock().advance(1000);
        EXPECT_EQ(
            undo(done).at("results").at(0).at("message"),
            Json("object '" + ids_[0] +
                 "' came back with a draft whose time has passed meanwhile: publish it, or give it another time"));
        EXPECT_TRUE(planned().is_null());
        EXPECT_EQ(read(ids_[0], {{"status", "any"}}).at("title"), "Next");
    }
}

TEST_F(BulkService_, ADryRunStoresNothing) {
    const JsonObject done = bulk({{"action", "delete"}, {"dry_run", true}});
    EXPECT_EQ(done.at("changed"), 3);
    EXPECT_EQ(done.at("dry_run"), true);
    EXPECT_TRUE(done.at("undo").is_null());
    EXPECT_EQ(list().at("total"), 3);
    EXPECT_TRUE(fixture_.captured().summary().empty());
}

TEST_F(BulkService_, ADeletedObjectComesBackWithItsDraft) {
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), ids_[0], fixture_.ids().next(),
                                               {{"title", "Next"}, {"status", "draft"}});
    });
    const JsonObject before = read(ids_[0]);
    const JsonObject done = bulk({{"action", "delete"}, {"mode", "each"}});
    EXPECT_EQ(done.at("changed"), 3);
    EXPECT_EQ(list({{"status", "any"}}).at("total"), 0);
    make({{"type", "posts"}, {"title", "Two"}});  // takes a slug
    EXPECT_EQ(undo(done).at("changed"), 3);
    EXPECT_EQ(read(ids_[0]), before);
    EXPECT_EQ(titleOf(ids_[0]), "Next");
    EXPECT_EQ(read(ids_[1]).at("slug"), "two-2");
}

TEST_F(BulkService_, ADraftThatComesBackHasTheSlugThatItsObjectGot) {
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), ids_[1], fixture_.ids().next(),
                                               {{"title", "Next"}, {"status", "draft"}});
    });
    const JsonObject done = bulk({{"action", "delete"}});
    make({{"type", "posts"}, {"title", "Two"}});  // takes its slug
    EXPECT_EQ(undo(done).at("changed"), 3);
    EXPECT_EQ(read(ids_[1], {{"status", "any"}}).at("slug"), "two-2");
    const JsonArray second{ids_[1]};
    EXPECT_EQ(bulk({{"action", "publish"}, {"ids", second}}).at("changed"), 1);
    EXPECT_EQ(read(ids_[1]).at("title"), "Next");
}

TEST_F(BulkService_, AnUndoFollowsANewSlugOfTheType) {
    const JsonArray fields{JsonObject{{"type", "object"}, {"key", "next"}, {"object_type", "posts"}, {"value", ""}}};
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), ids_[0], fixture_.ids().next(),
                                               {{"title", "Next"}, {"status", "draft"}, {"metafields", fields}});
    });
    const auto only = [&](int place) { return JsonArray{ids_[static_cast<std::size_t>(place)]}; };
    const JsonObject edited = bulk({{"action", "set"}, {"set", {{"title", "Same"}}}, {"ids", only(0)}});
    const JsonObject deleted = bulk({{"action", "delete"}, {"ids", only(1)}});
    editType("posts", {{"slug", "articles"}});
    makeType({{"title", "Posts"}});
    EXPECT_EQ(undo(edited).at("changed"), 1);
    const JsonObject draft = read(ids_[0], {{"status", "any"}, {"show_metafields", "true"}});
    EXPECT_EQ(draft.at("title"), "Next");
    EXPECT_EQ(draft.at("metafields").at(0).at("object_type"), "articles");
    EXPECT_EQ(undo(deleted).at("changed"), 1);
    EXPECT_EQ(read(ids_[1]).at("type"), "articles");
}

TEST_F(BulkService_, ASlugThatALocaleMakesTakenFailsAlone) {
    makeType({{"title", "Pages"}, {"localization", true}, {"locales", {"en-GB", "de-DE"}}});
    const auto page = [&](const std::string& slug, const std::string& locale) {
        return idOf(make({{"type", "pages"}, {"title", slug}, {"slug", slug}, {"locale", locale}}));
    };
    const std::string a = page("a", "en-GB");
    page("a", "de-DE");
    const std::string b = page("b", "en-GB");
    JsonObject body{{"ids", {a, b}}, {"action", "set"}, {"set", {{"locale", "de-DE"}}}};
    JsonObject done = bulk(body);
    EXPECT_EQ(done.at("results").at(0).at("message"),
              "the slug 'a' is taken by another object of type 'pages' in locale 'de-DE'");
    EXPECT_EQ(done.at("results").at(1).at("status"), "skipped");
    EXPECT_EQ(done.at("changed"), 0);
    EXPECT_TRUE(done.at("undo").is_null());
    body["mode"] = "each";
    done = bulk(body);
    EXPECT_EQ(done.at("results").at(0).at("status"), "failed");
    EXPECT_EQ(done.at("changed"), 1);
    EXPECT_EQ(read(b).at("locale"), "de-DE");
}

TEST_F(BulkService_, SetsTheValuesOfMetafieldsByTheirKeys) {
    const std::string id = idOf(make({{"type", "posts"},
                                      {"title", "Four"},
                                      {"metafields", {{{"key", "a"}, {"value", 1}}, {{"key", "b"}, {"value", 2}}}}}));
    const JsonObject done = bulk({{"ids", {id}}, {"action", "set"}, {"set", {{"metadata", {{"b", 5}, {"c", 6}}}}}});
    EXPECT_EQ(done.at("changed"), 1);
    EXPECT_EQ(read(id).at("metadata"), (Json{{"a", 1}, {"b", 5}, {"c", 6}}));
}

}  // namespace
}  // namespace inkwell::objects
