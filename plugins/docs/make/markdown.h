#pragma once

#include <functional>
#include <string>
#include <vector>

namespace inkwell::docs {

struct Heading {
    int level = 0;
    std::string id;    // its anchor, made as code hosts make it
    std::string html;  // without the tags of the heading itself
};

struct RenderedText {
    std::string title;  // of the first heading, as plain text
    std::string html;
    std::vector<Heading> headings;  // of the levels 2 and 3, in their order
};

/// The address that a link of the text leads to on the pages, or "" where there is no such page: its words stay.
using LinkTarget = std::function<std::string(const std::string& url)>;

/// Markdown with tables, as HTML whose headings have anchors. Raw HTML in the text is left out.
RenderedText renderMarkdown(const std::string& text, const LinkTarget& target);

}  // namespace inkwell::docs
