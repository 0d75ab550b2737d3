#include "markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>

namespace inkwell::docs {

namespace {

constexpr int kOptions = CMARK_OPT_UNSAFE;  // for the headings written here; the text's own HTML is removed before

using Node = std::unique_ptr<cmark_node, decltype(&cmark_node_free)>;

cmark_parser* newParser() {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser* parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    cmark_syntax_extension* table = cmark_find_syntax_extension("table");
    if (table == nullptr || cmark_parser_attach_syntax_extension(parser, table) == 0) {
        throw std::runtime_error("this cmark-gfm has no tables");
    }
    return parser;
}

std::string toHtml(cmark_node* node) {
    const std::unique_ptr<char, decltype(&std::free)> html(cmark_render_html(node, kOptions, nullptr), &std::free);
    return html.get();
}

/// The nodes of these types, collected before any of them is changed.
std::vector<cmark_node*> nodesOf(cmark_node* root, std::initializer_list<cmark_node_type> types) {
    std::vector<cmark_node*> found;
    cmark_iter* iter = cmark_iter_new(root);
    for (cmark_event_type event = cmark_iter_next(iter); event != CMARK_EVENT_DONE; event = cmark_iter_next(iter)) {
        if (event != CMARK_EVENT_ENTER) continue;
        for (const cmark_node_type type : types) {
            if (cmark_node_get_type(cmark_iter_get_node(iter)) == type) found.push_back(cmark_iter_get_node(iter));
        }
    }
    cmark_iter_free(iter);
    return found;
}

std::string plainText(cmark_node* root) {
    std::string text;
    for (cmark_node* node : nodesOf(root, {CMARK_NODE_TEXT, CMARK_NODE_CODE})) text += cmark_node_get_literal(node);
    return text;
}

void removeHtml(cmark_node* root) {
    for (cmark_node* node : nodesOf(root, {CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE})) cmark_node_free(node);
}

void unwrap(cmark_node* link) {
    while (cmark_node* child = cmark_node_first_child(link)) cmark_node_insert_before(link, child);
    cmark_node_free(link);
}

void aimLinks(cmark_node* root, const LinkTarget& target) {
    for (cmark_node* link : nodesOf(root, {CMARK_NODE_LINK})) {
        const std::string url = target(cmark_node_get_url(link));
        if (url.empty()) {
            unwrap(link);
        } else {
            cmark_node_set_url(link, url.c_str());
        }
    }
}

std::string anchorOf(const std::string& text) {
    std::string id;
    for (const char c : text) {
        if (c >= 'A' && c <= 'Z') {
            id += static_cast<char>(c | 0x20);
        } else if (c == ' ') {
            id += '-';
        } else if (c == '-' || c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) {
            id += c;
        }
    }
    return id;
}

/// "<h2>Words</h2>" becomes "<h2 id=...>Words <a ...>#</a></h2>".
std::string withAnchor(const Heading& heading) {
    const std::string tag = "h" + std::to_string(heading.level);
    return "<" + tag + " id=\"" + heading.id + "\">" + heading.html + " <a class=\"anchor\" href=\"#" + heading.id +
           "\" aria-label=\"Link to this section\">#</a></" + tag + ">\n";
}

void placeAnchors(cmark_node* root, RenderedText& rendered) {
    std::map<std::string, int> seen;
    for (cmark_node* node : nodesOf(root, {CMARK_NODE_HEADING})) {
        const std::string text = plainText(node);
        Heading heading{cmark_node_get_heading_level(node), anchorOf(text), toHtml(node)};
        if (const int before = seen[heading.id]++; before > 0) heading.id += "-" + std::to_string(before);
        heading.html = heading.html.substr(4, heading.html.rfind("</h") - 4);
        if (rendered.title.empty()) rendered.title = text;
        if (heading.level < 2 || heading.level > 3) continue;
        cmark_node* block = cmark_node_new(CMARK_NODE_HTML_BLOCK);
        cmark_node_set_literal(block, withAnchor(heading).c_str());
        cmark_node_replace(node, block);
        cmark_node_free(node);
        rendered.headings.push_back(std::move(heading));
    }
}

}  // namespace

RenderedText renderMarkdown(const std::string& text, const LinkTarget& target) {
    const std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)> parser(newParser(), &cmark_parser_free);
    cmark_parser_feed(parser.get(), text.data(), text.size());
    const Node root(cmark_parser_finish(parser.get()), &cmark_node_free);
    RenderedText rendered;
    removeHtml(root.get());
    aimLinks(root.get(), target);
    placeAnchors(root.get(), rendered);
    rendered.html = toHtml(root.get());
    return rendered;
}

}  // namespace inkwell::docs
