#include "kernel/runtime/clean_text.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

TEST(CleanText, IsLookedAtInEveryPlace) {
    const std::string text = "some text of \u00e4\u20ac\U0001f600 and more than sixteen bytes after it";
    EXPECT_TRUE(isCleanText(text));
    EXPECT_TRUE(isCleanText(""));
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const char bad : {'\0', '\xff', '\xc3'}) {
            if (text[i] == bad) continue;
            std::string broken = text;
            broken[i] = bad;
            EXPECT_FALSE(isCleanText(broken)) << i;
        }
    }
}

}  // namespace
}  // namespace inkwell::kernel
