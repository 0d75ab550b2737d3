#include "inkwell/html.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

TEST(EscapedHtml, IsSafeBetweenTagsAndInsideQuotes) {
    EXPECT_EQ(escapedHtml(R"(<b title="Ann's">&amp;</b>)"), "&lt;b title=&quot;Ann&#39;s&quot;&gt;&amp;amp;&lt;/b&gt;");
    EXPECT_EQ(escapedHtml("Müller – 東京"), "Müller – 東京");
    EXPECT_EQ(escapedHtml(""), "");
}

}  // namespace
}  // namespace inkwell
