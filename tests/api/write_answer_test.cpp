// interface/errors-and-limits.md, "Answers": a write that is stored is never answered as refused, whatever its answer
// would unfold into.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

/// Ten objects that all relate to all: a read of one would hold a million.
class WriteAnswer : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("nodes");
        for (int i = 0; i < kNodes; ++i) {
            ids_.push_back(makeId("nodes", "n" + std::to_string(i)));
            all_ += (i == 0 ? "" : ",") + ids_.back();
        }
        for (const std::string& id : ids_) {
            ASSERT_EQ(patch("/objects/" + id, {{"metafields", {toAll("all")}}}).status, 200);
        }
        ASSERT_EQ(refusalOf(get("/objects/" + ids_.front())),
                  "400: the answer would hold more than 100,000 nested objects, 1,000 levels or 64 MB; ask for less "
                  "with 'props', 'depth' or 'limit'");
    }
    JsonObject toAll(const std::string& key) { return field("objects", key, all_, {{"object_type", "nodes"}}); }
    Json asIds() const { return Json(JsonArray(ids_.begin(), ids_.end())); }
    /// The stored value of a metafield.
    Json storedValue(const std::string& id, const std::string& key) {
        return made(get("/objects/" + id + "/metafields/" + key + "?depth=0&status=any"), "metafield").at("value");
    }

    static constexpr int kNodes = 10;
    std::vector<std::string> ids_;
    std::string all_;
};
INKWELL_ON_BOTH_ENGINES(WriteAnswer);

TEST_P(WriteAnswer, OfAnObjectShowsIds) {
    for (const bool triggers : {false, true}) {
        const JsonObject created =
            makeObject("nodes", "new", {{"metafields", {toAll("all")}}, {"trigger_webhook", triggers}});
        EXPECT_EQ(created.at("metadata").at("all"), asIds());
        EXPECT_EQ(created.at("metafields").at(0).at("value"), Json(all_));
        const std::string id(textOf(created, "id"));
        const JsonObject edited =
            made(patch("/objects/" + id, {{"title", "other"}, {"trigger_webhook", triggers}}), "object");
        EXPECT_EQ(edited.at("title"), "other");
        EXPECT_EQ(edited.at("metadata").at("all"), asIds());
        EXPECT_EQ(storedValue(id, "all"), Json(all_));
    }
}

TEST_P(WriteAnswer, OfAMetafieldShowsIds) {
    const std::string id = makeId("nodes", "new");
    EXPECT_EQ(post("/objects/" + id + "/metafields", toAll("more")).status, 200);
    EXPECT_EQ(storedValue(id, "more"), Json(all_));
    EXPECT_EQ(patch("/objects/" + id + "/metafields/more", {{"value", ids_.front()}}).status, 200);
    const JsonObject edited = made(patch("/objects/" + id + "/metafields/more", {{"value", all_}}), "metafield");
    EXPECT_EQ(edited.at("value"), Json(all_));
    EXPECT_EQ(edited.at("objects"), asIds());
    EXPECT_EQ(storedValue(id, "more"), Json(all_));
    EXPECT_EQ(del("/objects/" + id + "/metafields/more").status, 200);
}

TEST_P(WriteAnswer, OfARevisionShowsIds) {
    for (const std::string status : {"published", "draft"}) {
        const JsonObject revision = made(
            post("/objects/" + ids_.front() + "/revisions",
                 {{"title", "kept"}, {"status", status}, {"metafields", {toAll("all")}}, {"trigger_webhook", true}}),
            "revision");
        EXPECT_EQ(revision.at("metadata").at("all").at(1), Json(ids_.at(1)));
        const std::string id(textOf(revision, "id"));
        EXPECT_EQ(get("/objects/" + ids_.front() + "/revisions/" + id + "?status=any&depth=0").status, 200);
    }
}

TEST_P(WriteAnswer, OfAnObjectTypeShowsIds) {
    const JsonObject created = makeType("lists", {toAll("all")});
    EXPECT_EQ(created.at("metafields").at(0).at("value"), Json(all_));
    EXPECT_EQ(created.at("metafields").at(0).at("objects"), asIds());
    const JsonObject edited = made(patch("/object-types/lists", {{"title", "Other"}}), "object_type");
    EXPECT_EQ(edited.at("title"), "Other");
    EXPECT_EQ(made(patch("/object-types/lists", {{"slug", "rolls"}}), "object_type").at("slug"), "rolls");
    EXPECT_EQ(makeObject("rolls", "first").at("metadata").at("all"), asIds());
}

TEST_P(WriteAnswer, CostsNoStatementMoreThanItsRelations) {
    // Each with a title of its own: a derived slug that is taken costs statements, too.
    const auto statementsOf = [&](const std::string& title, const JsonArray& metafields) {
        return api().statementsOf([&] { makeObject("nodes", title, {{"metafields", metafields}}); });
    };
    const std::int64_t one = statementsOf("one", {field("text", "lead", "Hello")});
    JsonArray many;
    for (int i = 0; i < 50; ++i) many.push_back(field("text", "text" + std::to_string(i), "Hello"));
    // The numbers of their paths are looked for with one statement until the server has seen that they are committed.
    EXPECT_LE(statementsOf("many", many), one + 1);
    const std::string leaf = makeId("nodes", "leaf");
    // The type and the object of the relation are checked, and the object is loaded for the response.
    EXPECT_LE(statementsOf("related", {field("object", "one", leaf, {{"object_type", "nodes"}})}), one + 4);
}

}  // namespace
}  // namespace inkwell::test
