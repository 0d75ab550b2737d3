#include "inkwell/media_address.h"

#include <gtest/gtest.h>

#include <string>

namespace inkwell {
namespace {

TEST(MediaAddress, IsOfTheServerBehindItsBaseOrBehindNone) {
    const auto before = [](const std::string& text, const std::string& base) {
        return baseBefore(text + "/v2/media-files/blog/a.png", text.size(), base);
    };
    const std::string base = "https://cms.example.com/api";
    EXPECT_EQ(before("<img src=\"" + base, base), base.size());
    EXPECT_EQ(before(base, base), base.size());
    for (const char* text : {"", "see ", "src=\"", "src=", "url(", "a.png 1x, ", "https://a.example/?next="})
        EXPECT_EQ(before(text, base), 0U) << text;
    for (const char* text : {"https://elsewhere.example", "<img src='//cms.example.com", "(https://cms.example.com"})
        EXPECT_EQ(before(text, base), std::nullopt) << text;
    EXPECT_EQ(before("https://elsewhere.example", ""), 0U) << "nobody knows whose it is";
}

}  // namespace
}  // namespace inkwell
