#include "edit/sound_document.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace inkwell::objects {
namespace {

const std::string kNoText = "a text or number in it is none";

TEST(SoundDocument, OfAnyTextAndNumberHasNoFlaw) {
    EXPECT_EQ(flawOf({}), "");
    EXPECT_EQ(flawOf({{"content", "a\u00e9\u6f22\U0001f600"},
                      {"options", {{"slug_field", true}}},
                      {"metafields", {{{"key", "k"}, {"type", "number"}, {"value", 1.5}}}},
                      {"of a plugin", nullptr}}),
              "");
}

TEST(SoundDocument, WithATextThatIsNoneHasOne) {
    for (const std::string& text :
         {std::string("\xff"), std::string("\xc3"), std::string("a\x80"), std::string("\xed\xa0\x80"),
          std::string("\xc0\xaf"), std::string("\xf8\x88\x80\x80\x80"), std::string("a\0b", 3)}) {
        EXPECT_EQ(flawOf({{"content", text}}), kNoText);
        EXPECT_EQ(flawOf({{"x", {{"y", {text}}}}}), kNoText);
        EXPECT_EQ(flawOf({{text, 1}}), kNoText);
    }
    EXPECT_EQ(flawOf({{"x", std::numeric_limits<double>::infinity()}}), kNoText);
}

TEST(SoundDocument, HasContentOptionsAndMetafieldsOfTheirKind) {
    EXPECT_EQ(flawOf({{"content", 7}}), "'content' is no text");
    EXPECT_EQ(flawOf({{"options", "x"}}), "'options' is no object");
    const std::string noFields = "'metafields' is no list of objects";
    EXPECT_EQ(flawOf({{"metafields", 7}}), noFields);
    EXPECT_EQ(flawOf({{"metafields", JsonArray{1}}}), noFields);
}

}  // namespace
}  // namespace inkwell::objects
