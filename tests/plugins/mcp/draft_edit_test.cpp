#include "draft_edit.h"

#include <gtest/gtest.h>

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
    EXPECT_EQ(writeJson(draftOver(object, {{"title", "N"}}, true)),
              R"({"status":"draft","title":"N","slug":"t","content":"c",)"
              R"("metafields":[{"type":"text","title":"A","key":"a","value":"1"}],"thumbnail":""})");
    EXPECT_FALSE(draftOver(object, {{"title", "N"}}, false).contains("thumbnail"));
    EXPECT_EQ(draftOver(object, {{"thumbnail", "x.jpg"}}, false).at("thumbnail"), "x.jpg");
}

}  // namespace
}  // namespace inkwell::mcp
