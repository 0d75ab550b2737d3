#include "page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

namespace inkwell::docs {
namespace {

TEST(Page, LeadsItsLinksBelowThePathOfTheServersAddress) {
    const File page{"guide", "text/html", "<a href=\"/docs#a\"><img src=\"/docs/icon.svg\"> =/docs", true};
    EXPECT_EQ(textFor(page, "http://localhost:8055"), page.text);
    EXPECT_EQ(textFor(page, "https://a.example/cms"),
              "<a href=\"/cms/docs#a\"><img src=\"/cms/docs/icon.svg\"> =/docs");
    const File script{"docs.js", "text/javascript", "x=\"/docs\"", false};
    EXPECT_EQ(textFor(script, "https://a.example/cms"), script.text);
}

// All that a page names, as "/docs/resources#ids".
std::vector<std::string> addressesIn(std::string_view page) {
    static const std::regex address("(?:href|src)=\"([^\"]*)\"");
    std::vector<std::string> all;
    const std::string text(page);
    for (std::sregex_iterator at(text.begin(), text.end(), address), end; at != end; ++at) all.push_back((*at)[1]);
    return all;
}

const File* fileOf(const std::string& path) {
    const std::string name = path == "/docs" ? "guide" : path.substr(std::string("/docs/").size());
    const auto found =
        std::find_if(files().begin(), files().end(), [&](const File& file) { return file.name == name; });
    return found == files().end() ? nullptr : &*found;
}

TEST(Pages, EveryLinkLeadsSomewhere) {
    int found = 0;
    for (const File& page : files()) {
        if (!page.isPage) continue;
        for (const std::string& address : addressesIn(page.text)) {
            if (address.starts_with("https://") || address == "/v2/openapi.json") continue;
            const std::size_t hash = address.find('#');
            const std::string path = address.substr(0, hash);
            const File* target = path.empty() ? &page : fileOf(path);
            ASSERT_NE(target, nullptr) << page.name << " leads to " << address;
            ++found;
            if (hash == std::string::npos) continue;
            const std::string id = "id=\"" + address.substr(hash + 1) + "\"";
            EXPECT_NE(target->text.find(id), std::string::npos) << page.name << " leads to " << address;
        }
    }
    EXPECT_GT(found, 200);
}

// The Content-Security-Policy would not let them run.
TEST(Pages, LoadNothingFromElsewhereAndHaveNoInlineCode) {
    const std::regex foreign("(?:src|rel=\"stylesheet\" href)=\"(?:[a-z]+:|//)");
    const std::regex inlined("<style|<script>| style=\"| on[a-z]+=\"");
    for (const File& file : files()) {
        const std::string text(file.text);
        EXPECT_FALSE(file.isPage && std::regex_search(text, foreign)) << file.name;
        EXPECT_FALSE(file.isPage && std::regex_search(text, inlined)) << file.name;
    }
}

TEST(Pages, AreTheGuideAndTheContract) {
    std::set<std::string_view> names;
    for (const File& file : files()) names.insert(file.name);
    for (const char* name : {"guide", "interface", "metafields", "resources", "docs.css", "docs.js", "icon.svg"}) {
        EXPECT_TRUE(names.contains(name)) << name;
    }
    EXPECT_NE(files().front().text.find("<section id=\"reference\""), std::string_view::npos);
}

}  // namespace
}  // namespace inkwell::docs
