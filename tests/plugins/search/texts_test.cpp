#include "texts.h"

#include <gtest/gtest.h>

namespace inkwell::search {
namespace {

using Others = std::vector<std::string>;

TEST(Texts, OfHtmlAreWithoutTags) {
    EXPECT_EQ(plainText("<p>Salt &amp; <b>sea</b></p>"), " Salt & sea ");
    EXPECT_EQ(plainText("<B class='x'>H</B>ello <a>one</a><a>two</a>"), "Hello  one  two ");
    EXPECT_EQ(plainText("1 < 2 & 3 > 2"), "1 < 2 & 3 > 2");
    EXPECT_EQ(plainText("<a<b>c<d>e"), " c e");
    EXPECT_EQ(plainText("a<!-- b > c -->d<SCRIPT>if (a < b) e()</Script>f<style>p > q {}</style>g"), "a d  f  g");
    EXPECT_EQ(plainText("a<script>b<!-- c"), "a b !-- c") << "what has no end hides nothing";
    EXPECT_EQ(plainText("<a<b"), " a b");
    EXPECT_EQ(plainText("x<a" + std::string(10'000, 'y') + ">z"), "x a" + std::string(10'000, 'y') + ">z");
    EXPECT_EQ(plainText("open <a href"), "open  a href") << "a tag without an end hides nothing";
}

TEST(Texts, OfHtmlHaveLettersForCharacterReferences) {
    EXPECT_EQ(plainText("Gr&uuml;&szlig;e aus K&#246;ln, caf&#xE9; &Auml;&apos;"), "Grüße aus Köln, café Ä'");
    EXPECT_EQ(plainText("AT&T; &unknown; &#; &#x; &#12a; & &amp"), "AT&T; &unknown; &#; &#x; &#12a; & &amp");
    EXPECT_EQ(plainText("&#0;&#xD800;&#99999999999;"), "\uFFFD\uFFFD&#99999999999;") << "too long to be one";
    EXPECT_EQ(plainText("&#x110000;&#999999999;"), "\uFFFD\uFFFD");
}

// As long as it is, whatever opens in it.
TEST(Texts, OfHtmlAreReadOnce) {
    std::string html;
    for (int i = 0; i < 300'000; ++i) html += "<script><style><!--";
    EXPECT_EQ(plainText(html).find_first_not_of(" <!-"), std::string::npos);
}

TEST(Texts, OfAnObjectAreThoseOfAllItsMetafields) {
    ObjectRecord object;
    object.fields = {{"title", "Title"}, {"slug", "the-slug"}, {"content", "<p>content</p>"}, {"locale", "en"}};
    object.metafields = parseStoredJson(R"([
        {"type": "text", "title": "T", "key": "k", "value": "one"},
        {"type": "object", "key": "author", "value": "0123456789abcdef01234567"},
        {"type": "objects", "key": "tags", "value": ["0123456789abcdef01234567"]},
        {"type": "number", "key": "n", "value": 7},
        {"type": "html-textarea", "key": "h", "value": "<p>K&ouml;ln</p>"},
        {"type": "json", "key": "j", "value": {"a": ["two", {"b": "three"}]}},
        {"type": "parent", "key": "p", "children": [{"type": "text", "key": "c", "value": "four"}]},
        {"type": "repeater", "key": "r", "repeater_fields": [{"type": "text", "title": "no"}],
         "children": [{"type": "repeating_item", "children": [{"type": "text", "key": "c", "value": "five"}]}]}
    ])")
                            .as_array();
    const Texts texts = textsOf(object);
    EXPECT_EQ(texts.title, "Title");
    EXPECT_EQ(texts.others, (Others{" content ", "one", " Köln ", "two", "three", "four", "five"}));
    EXPECT_EQ(texts.address, "the-slug");
}

TEST(Texts, ThatAreNoHtmlStayAsTheyAre) {
    ObjectRecord object;
    object.metafields = parseStoredJson(R"([
        {"type": "textarea", "key": "t", "value": "Use std::vector<widgetry> here; a<bounded and c>d"},
        {"type": "repeater", "key": "r", "children": [
            {"type": "repeating_item", "children": [{"type": "markdown", "key": "m", "value": "Map<Stringlike> &c."}]}]}
    ])")
                            .as_array();
    EXPECT_EQ(textsOf(object).others,
              (Others{"Use std::vector<widgetry> here; a<bounded and c>d", "Map<Stringlike> &c."}));
    EXPECT_EQ(textsOfMedia({{"name", "a"}, {"metadata", {{"alt", "a<b and c>d"}}}}).others, Others{"a<b and c>d"});
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

TEST(Texts, OfTwoVersionsAreTheSameWhereOnlyNumbersAndRelationsDiffer) {
    const std::string title = "T";
    const std::string slug = "s";
    const std::string status = "published";
    const auto same = [&](const JsonArray& one, const JsonArray& other) {
        const JsonObject a{{"content", "c"}, {"metafields", one}};
        const JsonObject b{{"content", "c"}, {"metafields", other}};
        return haveSameTexts({title, slug, status, a}, {title, slug, status, b});
    };
    const auto field = [](const char* type, Json value) {
        return JsonArray{{{"type", type}, {"key", "k"}, {"value", std::move(value)}}};
    };
    EXPECT_TRUE(same(field("number", 1), field("number", 2)));
    EXPECT_TRUE(same(field("object", "000000000000000000000001"), field("object", "000000000000000000000002")));
    EXPECT_FALSE(same(field("text", "one"), field("text", "two")));
    EXPECT_FALSE(same(field("json", {{"in", "one"}}), field("json", {{"in", "two"}})));
    EXPECT_FALSE(same(field("text", "one"), {}));
    EXPECT_TRUE(same(field("text", "<b>"), field("markdown", "<b>")));
    EXPECT_FALSE(same(field("text", "<b>"), field("html-textarea", "<b>"))) << "there it is no word";
    const JsonObject document{{"content", "c"}};
    const std::string other = "other";
    EXPECT_FALSE(haveSameTexts({title, slug, status, document}, {other, slug, status, document}));
    EXPECT_FALSE(haveSameTexts({title, slug, status, document}, {title, other, status, document}));
    EXPECT_FALSE(haveSameTexts({title, slug, status, document}, {title, slug, status, {}}));
}

}  // namespace
}  // namespace inkwell::search
