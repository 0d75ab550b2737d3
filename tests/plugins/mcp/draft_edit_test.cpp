#include "draft_edit.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace inkwell::mcp {
namespace {

JsonArray fields(const char* json) { return parseJson(json).as_array(); }

TEST(DraftEdit, ReplacesMetafieldsByTheirKeysAndAddsNewOnes) {
    const JsonArray merged =
        mergeMetafields(fields(R"([{"type": "text", "title": "A", "key": "a", "value": "1", "id": "x"},
                                   {"type": "text", "title": "B", "key": "b", "value": "2"}])"),
                        fields(R"([{"key": "a", "value": "9"}, {"key": "c", "value": "3"},
                                   {"type": "number", "title": "B", "key": "b", "value": 4}])"));
    EXPECT_EQ(writeJson(merged), R"([{"type":"text","title":"A","key":"a","value":"9","id":"x"},)"
                                 R"({"type":"number","title":"B","key":"b","value":4},{"key":"c","value":"3"}])");
}

TEST(DraftEdit, KeepsOfTheNewestVersionWhatIsNotGiven) {
    const JsonObject object = parseJson(R"({"id": "1", "title": "T", "slug": "t", "content": "c", "locale": null,
        "status": "published", "thumbnail": null, "modified_at": "x", "metadata": {"a": "1"},
        "metafields": [{"type": "text", "title": "A", "key": "a", "value": "1"}]})")
                                  .as_object();
    const auto changes = [](const Json& thumbnail) {
        return JsonArray{JsonObject{{"field", "title"}, {"from", "L"}, {"to", "T"}},
                         JsonObject{{"field", "thumbnail"}, {"from", "l.jpg"}, {"to", thumbnail}}};
    };
    EXPECT_EQ(writeJson(draftOver(object, changes(nullptr), {{"title", "N"}})),
              R"({"status":"draft","title":"N","slug":"t","content":"c",)"
              R"("metafields":[{"type":"text","title":"A","key":"a","value":"1"}],"thumbnail":""})");
    EXPECT_EQ(draftOver(object, changes("d.jpg"), {{"title", "N"}}).at("thumbnail"), "d.jpg");
    EXPECT_EQ(draftOver(object, changes("d.jpg"), {{"thumbnail", "x.jpg"}}).at("thumbnail"), "x.jpg");
    EXPECT_FALSE(draftOver(object, {}, {{"title", "N"}}).contains("thumbnail")) << "it is that of the object";
}

// A search through all that there is for each took minutes.
TEST(DraftEdit, MergesAHundredThousandMetafields) {
    JsonArray given;
    for (int i = 0; i < 100'000; ++i) given.push_back(JsonObject{{"key", "k" + std::to_string(i)}});
    const JsonArray merged = mergeMetafields(given, given);
    EXPECT_EQ(merged.size(), given.size());
    EXPECT_EQ(mergeMetafields({}, merged), given);
}

TEST(DraftEdit, ChangesTheFirstOfTwoMetafieldsWithOneKeyAndWhatItHasJustAdded) {
    EXPECT_EQ(
        writeJson(mergeMetafields(fields(R"([{"key": "a", "value": 1}, 7, {"key": "a", "value": 2}])"),
                                  fields(R"([{"key": "a", "value": 3}, {"key": "b"}, {"key": "b", "value": 4}])"))),
        R"([{"key":"a","value":3},7,{"key":"a","value":2},{"key":"b","value":4}])");
}

TEST(DraftEdit, TakesOneMetafieldOfEachKey) {
    const auto refusal = [](const char* metafields) {
        return test::errorOf([&] { requireOneOfEachKey({{"metafields", parseJson(metafields)}}); });
    };
    EXPECT_EQ(refusal(R"([{"key": "a", "value": 1}, {"key": "b", "value": 2}])"), "no error");
    EXPECT_EQ(refusal(R"([{"key": "a", "value": 1}, {"key": "b", "value": 2}, {"key": "a", "value": 3}])"),
              "400: the draft cannot be edited: metafields[2].key: 'a' is already the key of another metafield of this "
              "group");
}

TEST(DraftEdit, SendsWhatIsGivenAlone) {
    const JsonObject object = parseJson(R"({"title": "T", "content": "c", "thumbnail": "x.jpg",
        "metafields": [{"type": "text", "title": "A", "key": "a", "value": "1"}]})")
                                  .as_object();
    EXPECT_EQ(writeJson(editOf(object, parseJson(R"({"metafields": [{"key": "a", "value": "2"}]})").as_object())),
              R"({"title":"T","metadata":{"a":"2"}})");
    const JsonObject whole = parseJson(R"({"title": "N", "metafields": [{"key": "b", "type": "text"}]})").as_object();
    EXPECT_EQ(writeJson(editOf(object, whole)),
              R"({"title":"N","metafields":[{"type":"text","title":"A","key":"a","value":"1"},)"
              R"({"key":"b","type":"text"}]})");
}

TEST(DraftEdit, NamesThePlacesOfWhatIsGiven) {
    const JsonObject given = parseJson(R"({"metafields": [{"key": "b"}, {"key": "a"}]})").as_object();
    const JsonObject object = parseJson(R"({"metafields": [{"key": "a", "value": []}]})").as_object();
    const auto named = [&](const char* path, const char* body) {
        JsonObject refusal{{"problems", JsonArray{JsonObject{{"path", path}, {"message", "m"}}}}};
        nameGiven(refusal, object, parseJson(body).as_object(), given);
        return std::string(refusal.at("problems").at(0).at("path").as_string());
    };
    EXPECT_EQ(named("metadata.a[0].c", R"({"metadata": {}})"), "metafields[1].value[0].c");
    EXPECT_EQ(named("metadata.b.type", R"({"metadata": {}})"), "metafields[0].type");
    EXPECT_EQ(named("metafields[2].title", R"({"metafields": [{"key": "x"}, {"key": "a"}, {"key": "b"}]})"),
              "metafields[0].title");
    EXPECT_EQ(named("metafields[0].title", R"({"metafields": [{"key": "x"}]})"), "metafields[0].title");
    EXPECT_EQ(named("slug", "{}"), "slug");
}

}  // namespace
}  // namespace inkwell::mcp
