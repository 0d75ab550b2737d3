#include "texts.h"

#include <gtest/gtest.h>

namespace inkwell::search {
namespace {

using Others = std::vector<std::string>;

TEST(Texts, OfHtmlAreWithoutTags) {
    EXPECT_EQ(plainText("<p>Salt &amp; <b>sea</b></p>"), " Salt &  sea  ");
    EXPECT_EQ(plainText("1 < 2 & 3 > 2"), "1 < 2 & 3 > 2");
    EXPECT_EQ(plainText("open <a href"), "open  a href") << "a tag without an end hides nothing";
}

TEST(Texts, OfAnObjectAreThoseOfAllItsMetafields) {
    ObjectRecord object;
    object.fields = {{"title", "Title"}, {"slug", "the-slug"}, {"content", "<p>content</p>"}, {"locale", "en"}};
    object.metafields = parseStoredJson(R"([
        {"type": "text", "title": "T", "key": "k", "value": "one"},
        {"type": "object", "key": "author", "value": "0123456789abcdef01234567"},
        {"type": "objects", "key": "tags", "value": ["0123456789abcdef01234567"]},
        {"type": "number", "key": "n", "value": 7},
        {"type": "json", "key": "j", "value": {"a": ["two", {"b": "three"}]}},
        {"type": "parent", "key": "p", "children": [{"type": "text", "key": "c", "value": "four"}]},
        {"type": "repeater", "key": "r", "repeater_fields": [{"type": "text", "title": "no"}],
         "children": [{"type": "repeating_item", "children": [{"type": "text", "key": "c", "value": "five"}]}]}
    ])")
                            .as_array();
    const Texts texts = textsOf(object);
    EXPECT_EQ(texts.title, "Title");
    EXPECT_EQ(texts.others, (Others{" content ", "one", "two", "three", "four", "five"}));
    EXPECT_EQ(texts.address, "the-slug");
}

TEST(Texts, OfMediaAreTheNamesAndTheMetadata) {
    const Texts texts = textsOfMedia({{"name", "7c1e-dawn.jpg"},
                                      {"original_name", "dawn.jpg"},
                                      {"type", "image/jpeg"},
                                      {"metadata", {{"alt", "Sea"}}}});
    EXPECT_EQ(texts.title, "dawn.jpg");
    EXPECT_EQ(texts.others, (Others{"Sea"}));
    EXPECT_EQ(texts.address, "7c1e-dawn.jpg");
}

}  // namespace
}  // namespace inkwell::search
