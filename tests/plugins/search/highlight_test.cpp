#include "highlight.h"

#include <gtest/gtest.h>

namespace inkwell::search {
namespace {

TEST(Highlight, MarksWhatBeginsLikeAWordAndEscapesTheRest) {
    EXPECT_EQ(marked("Crème & <b>sea</b>", wordsOf("cre se")),
              "<mark>Crème</mark> &amp; &lt;b&gt;<mark>sea</mark>&lt;/b&gt;");
    EXPECT_EQ(marked("a art", wordsOf("a")), "<mark>a</mark> art") << "one letter is a word, no beginning";
}

TEST(Highlight, ShowsThePartAroundTheFirstWord) {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "vor ";
    text += "dem  \n Wintér kommt";
    for (int i = 0; i < 100; ++i) text += " danach";
    const JsonObject highlight = highlightOf({"Titel", {"nichts", text}}, wordsOf("winter"));
    EXPECT_EQ(highlight.at("title"), "Titel");
    const std::string shown(highlight.at("text").as_string());
    EXPECT_NE(shown.find("vor dem <mark>Wintér</mark> kommt danach"), std::string::npos) << shown;
    EXPECT_TRUE(shown.starts_with("… vor")) << shown;
    EXPECT_TRUE(shown.ends_with(" …")) << shown;
    EXPECT_LT(shown.size(), 300U);
}

TEST(Highlight, HasNoTextWhereOnlyTheTitleWasFound) {
    EXPECT_EQ(highlightOf({"Sea", {"nothing"}, "the-sea"}, wordsOf("sea")),
              (JsonObject{{"title", "<mark>Sea</mark>"}, {"text", nullptr}}));
}

}  // namespace
}  // namespace inkwell::search
