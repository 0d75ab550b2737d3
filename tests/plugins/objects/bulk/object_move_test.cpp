// Where a move puts objects, and what it gives new positions for that.
#include "bulk/object_move.h"

#include <random>

#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

class ObjectMove_ : public ObjectsTest, public testing::WithParamInterface<test::Engine> {
protected:
    ObjectMove_() : ObjectsTest(GetParam()) {}
    void SetUp() override {
        makeType({{"title", "Posts"}});
        for (const char* title : {"a", "b", "c", "d", "e", "f"})
            ids_.push_back(idOf(make({{"type", "posts"}, {"title", title}})));
        fixture_.captured().clear();
    }
    JsonArray idsOf(const std::string& titles) const {
        JsonArray ids;
        for (const char one : titles) ids.emplace_back(ids_[static_cast<std::size_t>(one - 'a')]);
        return ids;
    }
    JsonObject move(const std::string& titles, const std::string& where = "", const std::string& beside = "") {
        JsonObject body{{"ids", idsOf(titles)}, {"action", "move"}};
        if (!where.empty()) body[where] = idsOf(beside).front();
        return send(Method::Post, "objects/bulk", "", body);
    }
    JsonObject undo(const JsonObject& done) {
        RequestParts parts;
        parts.path = {{"undo_id", std::string(textOf(done.at("undo").as_object(), "id"))}};
        parts.body = JsonObject();
        parts.access = Access::writeKey();
        return call(Method::Post, "objects/bulk/{undo_id}/undo", std::move(parts));
    }
    std::string order() {
        std::string all;
        for (const std::string& title : titles("order")) all += title;
        return all;
    }
    std::size_t facts() {
        const std::size_t count = fixture_.captured().facts<ObjectEdited>().size();
        fixture_.captured().clear();
        return count;
    }

    std::vector<std::string> ids_;
};
INSTANTIATE_TEST_SUITE_P(Engines, ObjectMove_, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(ObjectMove_, PutsObjectsBeforeOrBehindAnotherOne) {
    move("eb", "before", "d");
    EXPECT_EQ(order(), "acebdf");
    EXPECT_EQ(facts(), 2U) << "the others are where they were";
    move("a", "after", "f");
    EXPECT_EQ(order(), "cebdfa");
    move("fd", "before", "c");
    EXPECT_EQ(order(), "fdceba");
    move("f", "after", "d");
    EXPECT_EQ(order(), "dfceba");
    const std::string added = idOf(make({{"type", "posts"}, {"title", "g"}}));
    ids_.push_back(added);
    EXPECT_EQ(order(), "dfcebag") << "what was never moved follows";
}

TEST_P(ObjectMove_, DealsOutThePlacesThatTheObjectsHold) {
    move("fca");
    EXPECT_EQ(order(), "fbcdea");
    EXPECT_EQ(facts(), 2U) << "one stays where it is";
    move("eb");
    EXPECT_EQ(order(), "fecdba");
}

TEST_P(ObjectMove_, ChangesNothingWhereTheyStandAlready) {
    for (const JsonObject& done : {move("bc", "after", "a"), move("bc", "before", "d"), move("ace")}) {
        EXPECT_EQ(done.at("changed"), 0);
        EXPECT_TRUE(done.at("undo").is_null());
    }
    EXPECT_EQ(facts(), 0U);
}

TEST_P(ObjectMove_, IsUndoneUnlessTheObjectWasMovedMeanwhile) {
    const JsonObject first = move("b", "after", "d");
    EXPECT_EQ(order(), "acdbef");
    edit(ids_[1], {{"title", "b"}, {"slug", "other"}});
    EXPECT_EQ(undo(first).at("changed"), 1) << "an edit is no move";
    EXPECT_EQ(order(), "abcdef");
    const JsonObject second = move("f", "before", "a");
    move("f", "before", "c");
    EXPECT_EQ(undo(second).at("results").at(0).at("message"),
              Json("object '" + ids_[5] + "' was moved meanwhile and stays where it is"));
    EXPECT_EQ(order(), "abfcde");
}

TEST_P(ObjectMove_, TakesObjectsOfOneType) {
    makeType({{"title", "Pages"}});
    const std::string page = idOf(make({{"type", "pages"}, {"title", "p"}}));
    JsonArray ids = idsOf("b");
    ids.emplace_back(page);
    const JsonObject done = send(Method::Post, "objects/bulk", "", {{"ids", ids}, {"action", "move"}});
    EXPECT_EQ(done.at("results").at(1).at("message"),
              Json("object '" + page + "' is of type 'pages': what is moved at once is of one type, here 'posts'"));
    EXPECT_EQ(done.at("results").at(0).at("status"), "unchanged");
    const std::string unknown = "0123456789abcdef01234567";
    EXPECT_EQ(errorOf([&] {
                  send(Method::Post, "objects/bulk", "", {{"ids", ids}, {"action", "move"}, {"after", unknown}});
              }),
              "400: the objects cannot be changed: after: object '" + unknown + "' was not found");
}

TEST_P(ObjectMove_, AsksForTheRightBeforeItLooksForRoom) {
    makeType({{"title", "Pages"}});
    const std::string page = idOf(make({{"type", "pages"}, {"title", "p"}}));
    Membership membership;
    membership.objectTypes = {"pages"};
    const JsonObject body{{"ids", {page}}, {"action", "move"}, {"before", ids_[0]}};
    const std::string refusal = errorOf(
        [&] { send(Method::Post, "objects/bulk", "", body, Access::user("0123456789abcdef01234567", membership)); });
    EXPECT_TRUE(refusal.starts_with("403: ")) << refusal;
}

// Often enough between the same two, so that there is no room left and all get new positions.
TEST_P(ObjectMove_, FindsRoomForEver) {
    std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same on each run
    std::string expected = "abcdef";
    for (int i = 0; i < 150; ++i) {
        const char moved = i < 100 ? "cd"[i % 2] : static_cast<char>('a' + random() % 6);
        const char beside = i < 100 ? 'b' : static_cast<char>('a' + random() % 6);
        if (moved == beside) continue;
        const bool behind = i < 100 || random() % 2 == 0;
        move(std::string(1, moved), behind ? "after" : "before", std::string(1, beside));
        expected.erase(expected.find(moved), 1);
        expected.insert(expected.find(beside) + (behind ? 1 : 0), 1, moved);
        ASSERT_EQ(order(), expected) << i;
    }
}

}  // namespace
}  // namespace inkwell::objects
