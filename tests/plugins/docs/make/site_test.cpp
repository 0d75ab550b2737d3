#include "make/site.h"

#include <gtest/gtest.h>

namespace inkwell::docs {
namespace {

const std::string kFrame = "<title>{{title}}</title><nav>{{navigation}}</nav><main>{{body}}</main>";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Site, LinksItsPagesToEachOther) {
    const std::vector<Page> pages = makeSite(
        {{"guide.md",
          "# Guide\n\n## Start\n\n[more](interface/resources.md#ids) [license](../LICENSE) [net](https://a.example)\n"},
         {"interface/README.md", "# The interface\n\n[resources](resources.md) [guide](../guide.md)\n"},
         {"interface/resources.md", "# R & S\n\n## Ids\n"}},
        kFrame, "<i>end</i>");
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(pages[0].name, "guide");
    EXPECT_EQ(pages[1].name, "interface");
    EXPECT_TRUE(
        has(pages[0].html, "<a href=\"/docs/resources#ids\">more</a> license <a href=\"https://a.example\">net</a>"))
        << pages[0].html;
    EXPECT_TRUE(has(pages[0].html, "<i>end</i></main>")) << pages[0].html;
    EXPECT_TRUE(has(pages[1].html, "<a href=\"/docs/resources\">resources</a> <a href=\"/docs\">guide</a>"))
        << pages[1].html;
    EXPECT_FALSE(has(pages[1].html, "<i>end</i>"));
    EXPECT_TRUE(has(pages[2].html, "<title>R &amp; S</title>")) << pages[2].html;
    EXPECT_TRUE(has(pages[2].html, "<a href=\"/docs/resources\" aria-current=\"page\">R &amp; S</a>")) << pages[2].html;
    EXPECT_TRUE(has(pages[1].html, "<a href=\"/docs#start\">Start</a>")) << pages[1].html;
}

TEST(Site, NeedsAFrameWithItsThreeMarks) {
    EXPECT_THROW(makeSite({{"guide.md", "# G\n"}}, "{{title}}{{body}}", ""), std::runtime_error);
}

}  // namespace
}  // namespace inkwell::docs
