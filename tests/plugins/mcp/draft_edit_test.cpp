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

TEST(DraftEdit, ReplacesTheChildrenOfAParentByTheirKeysTooAndTheItemsOfARepeaterTogether) {
    const JsonArray stored = fields(R"([
        {"type": "parent", "title": "S", "key": "s", "children": [
            {"type": "text", "key": "place", "value": "P"},
            {"type": "parent", "key": "in", "children": [{"key": "a", "value": 1}, {"key": "b", "value": 2}]}]},
        {"type": "repeater", "key": "r", "children": [{"type": "repeating_item", "children": [{"key": "a", "value": 1}]}]}
    ])");
    const auto merged = [&](const char* given) { return writeJson(mergeMetafields(stored, fields(given))); };
    const std::string repeater =
        R"({"type":"repeater","key":"r","children":[{"type":"repeating_item","children":[{"key":"a","value":1}]}]})";
    EXPECT_EQ(merged(R"([{"key": "s", "children": [{"key": "in", "children": [{"key": "b", "value": 3}]},
                                                   {"key": "new", "value": 4}]}])"),
              R"([{"type":"parent","title":"S","key":"s","children":[{"type":"text","key":"place","value":"P"},)"
              R"({"type":"parent","key":"in","children":[{"key":"a","value":1},{"key":"b","value":3}]},)"
              R"({"key":"new","value":4}]},)" +
                  repeater + "]");
    EXPECT_EQ(merged(R"([{"key": "s", "type": "parent", "children": []}])"),
              R"([{"key":"s","type":"parent","children":[]},)" + repeater + "]");
    EXPECT_NE(merged(R"([{"key": "r", "children": [{"children": [{"key": "a", "value": 7}]}]}])")
                  .find(R"("key":"r","children":[{"children":[{"key":"a","value":7}]}])"),
              std::string::npos);
    EXPECT_NE(merged(R"([{"key": "s", "children": [7]}])").find("]},7]},"), std::string::npos)
        << "what is no metafield is left to the check of the route";
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
    EXPECT_EQ(refusal(R"([{"key": "a", "children": [{"key": "b"}, 7, {"key": "b"}]}, {"key": "b"}])"),
              "400: the draft cannot be edited: metafields[0].children[2].key: 'b' is already the key of another "
              "metafield of this group");
    EXPECT_EQ(refusal(R"([{"key": "r", "children": [{"children": [{"key": "a"}]}, {"children": [{"key": "a"}]}]}])"),
              "no error");
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
    EXPECT_EQ(named("metafields[0].title", R"({"metafields": [{"key": "x"}]})"), "metafields[\"x\"].title");
    EXPECT_EQ(named("slug", "{}"), "slug");
}

TEST(DraftEdit, NamesThePlacesOfChildrenThatAreGiven) {
    const auto named = [&](const char* path, const char* sent, const char* given) {
        JsonObject refusal{{"problems", JsonArray{JsonObject{{"path", path}, {"message", "m"}}}}};
        nameGiven(refusal, {}, {{"metafields", fields(sent)}}, {{"metafields", fields(given)}});
        return std::string(refusal.at("problems").at(0).at("path").as_string());
    };
    const char* sent = R"([{"key": "x"}, {"type": "parent", "key": "s", "children": [{"key": "a"}, {"key": "b"}, 7]}])";
    const char* given = R"([{"key": "s", "children": [{"key": "b"}]}])";
    EXPECT_EQ(named("metafields[1].children[1].value", sent, given), "metafields[0].children[0].value");
    EXPECT_EQ(named("metafields[1].children[0].value", sent, given), "metafields[0].children[\"a\"].value");
    EXPECT_EQ(named("metafields[1].children[0].value", sent, "[]"), "metafields[\"s\"].children[\"a\"].value");
    EXPECT_EQ(named("metafields[1].children[2]", sent, given), "metafields[0].children[2]");
    EXPECT_EQ(named("metafields[1].title", sent, given), "metafields[0].title");
    const char* whole = R"([{"key": "s", "type": "parent", "children": [{"key": "b"}, {"key": "a"}]}])";
    EXPECT_EQ(named("metafields[1].children[1].value", sent, whole), "metafields[0].children[1].value")
        << "with its type it is sent as it is given";
}

TEST(DraftEdit, NamesTheSamePlaceInTheMessage) {
    const JsonObject given = parseJson(R"({"metafields": [{"key": "b"}, {"key": "a"}]})").as_object();
    const JsonObject object = parseJson(R"({"metafields": [{"key": "a"}]})").as_object();
    JsonObject refusal{{"message", "object 'o' cannot be edited: metadata.a: must be a string (and 1 more)"},
                       {"problems",
                        {{{"path", "metadata.a"}, {"message", "must be a string"}},
                         {{"path", "metadata.b.type"}, {"message", "is required"}}}}};
    nameGiven(refusal, object, parseJson(R"({"metadata": {}})").as_object(), given);
    EXPECT_EQ(refusal.at("message"), "object 'o' cannot be edited: metafields[1].value: must be a string (and 1 more)");
    EXPECT_EQ(refusal.at("problems").at(1).at("path"), "metafields[0].type");
}

}  // namespace
}  // namespace inkwell::mcp
