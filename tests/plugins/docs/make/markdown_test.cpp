#include "make/markdown.h"

#include <gtest/gtest.h>

namespace inkwell::docs {
namespace {

RenderedText render(const std::string& text) {
    return renderMarkdown(text, [](const std::string& url) { return url == "gone.md" ? "" : "/there/" + url; });
}

TEST(Markdown, GivesHeadingsAnchorsAsCodeHostsDo) {
    const RenderedText text = render("# The `guide`\n\n## What *it* is, and `why_not`\n\n### Errors\n\n## Errors\n");
    EXPECT_EQ(text.title, "The guide");
    ASSERT_EQ(text.headings.size(), 3U);
    EXPECT_EQ(text.headings[0].id, "what-it-is-and-why_not");
    EXPECT_EQ(text.headings[0].html, "What <em>it</em> is, and <code>why_not</code>");
    EXPECT_EQ(text.headings[1].level, 3);
    EXPECT_EQ(text.headings[2].id, "errors-1");
    EXPECT_NE(text.html.find("<h2 id=\"errors-1\">Errors <a class=\"anchor\" href=\"#errors-1\""), std::string::npos)
        << text.html;
    EXPECT_NE(text.html.find("<h1>The <code>guide</code></h1>"), std::string::npos) << text.html;
}

TEST(Markdown, AimsLinksAndKeepsTheWordsOfThoseWithoutATarget) {
    const RenderedText text = render("[a](x.md#y) and [**b** c](gone.md)\n");
    EXPECT_EQ(text.html, "<p><a href=\"/there/x.md#y\">a</a> and <strong>b</strong> c</p>\n");
}

TEST(Markdown, HasTablesAndCode) {
    const RenderedText text = render("| A |\n|---|\n| `<b>` |\n\n```sh\ncurl \"$URL\"\n```\n");
    EXPECT_NE(text.html.find("<td><code>&lt;b&gt;</code></td>"), std::string::npos) << text.html;
    EXPECT_NE(text.html.find("<pre><code class=\"language-sh\">curl &quot;$URL&quot;"), std::string::npos) << text.html;
}

TEST(Markdown, LeavesOutRawHtml) {
    const RenderedText text = render("a <script>b</script> c\n\n<div onclick=\"x\">d</div>\n");
    EXPECT_EQ(text.html, "<p>a b c</p>\n");
}

}  // namespace
}  // namespace inkwell::docs
