#include "site.h"

#include <filesystem>
#include <map>
#include <stdexcept>

#include "inkwell/html.h"
#include "markdown.h"

namespace inkwell::docs {

namespace {

constexpr const char* kGuide = "guide";

struct Rendered {
    std::string name;
    RenderedText text;
};

// The contract's first page is its table of contents.
std::string nameOf(const std::string& path) {
    const std::string stem = std::filesystem::path(path).stem().string();
    return stem == "README" ? "interface" : stem;
}

std::string addressOf(const std::string& name) { return name == kGuide ? "/docs" : "/docs/" + name; }

LinkTarget targetsFrom(const std::string& path, const std::map<std::string, std::string>& names) {
    return [folder = std::filesystem::path(path).parent_path(), &names](const std::string& url) -> std::string {
        if (url.starts_with("#") || url.find("://") != std::string::npos) return url;
        const std::size_t hash = url.find('#');
        const auto there = names.find((folder / url.substr(0, hash)).lexically_normal().string());
        if (there == names.end()) return "";
        return addressOf(there->second) + (hash == std::string::npos ? "" : url.substr(hash));
    };
}

std::string item(const std::string& address, const std::string& html, bool current) {
    return "<li><a href=\"" + address + "\"" + (current ? " aria-current=\"page\"" : "") + ">" + html + "</a></li>\n";
}

std::string sectionsOf(const Rendered& page) {
    std::string list = "<ul>\n";
    for (const Heading& heading : page.text.headings) {
        if (heading.level == 2) list += item(addressOf(page.name) + "#" + heading.id, heading.html, false);
    }
    return list + "</ul>\n";
}

std::string navigation(const std::vector<Rendered>& pages, const std::string& current) {
    std::string guide;
    std::string others;
    for (const Rendered& page : pages) {
        if (page.name == kGuide) {
            guide = sectionsOf(page);
            continue;
        }
        const bool isCurrent = page.name == current;
        std::string entry = item(addressOf(page.name), escapedHtml(page.text.title), isCurrent);
        if (isCurrent) entry.insert(entry.rfind("</li>"), "\n" + sectionsOf(page));
        others += entry;
    }
    return "<h2><a href=\"/docs\">Guide</a></h2>\n" + guide +
           "<h2><a href=\"/docs#reference\">Reference</a></h2>\n<ul id=\"reference-navigation\"></ul>\n"
           "<h2>In every detail</h2>\n<ul>\n" +
           others + "</ul>\n";
}

void fill(std::string& html, const std::string& mark, const std::string& with) {
    const std::size_t at = html.find(mark);
    if (at == std::string::npos) throw std::runtime_error("the frame of the pages lacks " + mark);
    html.replace(at, mark.size(), with);
}

}  // namespace

std::vector<Page> makeSite(const std::vector<Document>& documents, const std::string& frame,
                           const std::string& guideEnd) {
    std::map<std::string, std::string> names;
    for (const Document& document : documents) names[document.path] = nameOf(document.path);
    std::vector<Rendered> rendered;
    rendered.reserve(documents.size());
    for (const Document& document : documents) {
        rendered.push_back({names[document.path], renderMarkdown(document.text, targetsFrom(document.path, names))});
    }
    std::vector<Page> pages;
    for (const Rendered& one : rendered) {
        std::string html = frame;
        fill(html, "{{title}}", escapedHtml(one.text.title));
        fill(html, "{{navigation}}", navigation(rendered, one.name));
        fill(html, "{{body}}", one.text.html + (one.name == kGuide ? guideEnd : ""));
        pages.push_back({one.name, std::move(html)});
    }
    return pages;
}

}  // namespace inkwell::docs
