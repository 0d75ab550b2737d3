// What is put together from a document's text is what recordOf() shows of the parsed document.
#include "read/object_text.h"

#include <gtest/gtest.h>

#include "read/object_view.h"

namespace inkwell::objects {
namespace {

StoredObject objectWith(const JsonObject& document) {
    StoredObject object;
    object.id = "000000000000000000000001";
    object.bucketId = "b00000000000000000000001";
    object.type = "posts";
    object.slug = "one";
    object.status = "published";
    object.title = "A \"title\"";
    object.createdAtMs = 1'700'000'000'123;
    object.publishedAtMs = 1'700'000'000'124;
    object.modifiedBy = "000000000000000000000009";
    object.packedDocument = writeJson(document);
    return object;
}

std::string shownOf(StoredObject object, const Props& props) {
    object.parseDocument({});
    Json thumbnail = object.thumbnail.empty() ? Json() : Json(object.thumbnail);
    ObjectRecord record = recordOf(std::move(object), std::move(thumbnail));
    props.project(record.fields);
    return writeJson(record.fields) + writeJson(record.metafields);
}

std::string textOfObject(StoredObject object, const Props& props) {
    const ObjectText text = objectTextOf(object, props);
    return "{" + text.fields + "}" + std::string(text.metafieldsText());
}

TEST(ObjectTexts, ShowWhatRecordsShow) {
    const JsonArray metafields{JsonObject{{"key", "a"}, {"value", "]}\""}}};
    const std::vector<JsonObject> documents = {
        {{"content", "<p class=\"a\">\n</p>"},
         {"options", JsonObject{{"slug_field", true}, {"content_editor", true}}},
         {"metafields", metafields}},
        {{"options", JsonObject{{"slug_field", false}, {"content_editor", true}}}, {"content", ""}},
        {{"metafields", JsonArray()}, {"options", 5}},
        {{"content", "x"}, {"more", JsonArray{1}}}};
    for (const JsonObject& document : documents) {
        StoredObject object = objectWith(document);
        EXPECT_EQ(textOfObject(object, Props::everything()), shownOf(object, Props::everything()));
        object.publishAtMs = 5;
        object.unpublishAtMs = 6;
        object.locale = "en";
        object.thumbnail = "cat \" .png";
        object.createdBy = "000000000000000000000008";
        EXPECT_EQ(textOfObject(object, Props::everything()), shownOf(object, Props::everything()));
    }
}

TEST(ObjectTexts, ShowOnlyWhatIsAskedFor) {
    const StoredObject object = objectWith({{"content", "x"}, {"metafields", JsonArray{1}}});
    const Props some = *Props::parse("title,id,content");
    EXPECT_EQ(textOfObject(object, some), R"({"id":"000000000000000000000001","title":"A \"title\"","content":"x"}[])");
}

TEST(ObjectTexts, ReadWhatOthersHaveWritten) {
    StoredObject object = objectWith({});
    object.packedDocument = R"( { "content" : "x", "metafields": [ ] } )";
    EXPECT_EQ(textOfObject(object, Props::everything()), shownOf(object, Props::everything()));
    object.packedDocument = "{\"content\"";
    EXPECT_THROW(textOfObject(object, Props::everything()), std::runtime_error);
}

}  // namespace
}  // namespace inkwell::objects
