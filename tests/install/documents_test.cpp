// What is installed names nothing that is not.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "tests/install/installed_tree.h"

namespace inkwell::test {
namespace {

std::vector<std::string> installedDocuments() {
    std::vector<std::string> all;
    for (const std::string& file : filesBelow(installedRoot())) {
        if (file.ends_with(".md") && file.find("/examples/") == std::string::npos) all.push_back(file);
    }
    return all;
}

std::string withoutCode(const std::string& text) {
    std::istringstream in(text);
    std::string rest;
    bool isCode = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            isCode = !isCode;
        } else if (!isCode) {
            rest += line + "\n";
        }
    }
    return rest;
}

/// Calls `visit` with the first group of every match in a document outside of its code blocks; says how many there are.
int forEach(const std::regex& pattern, const std::function<void(const std::string&, const std::string&)>& visit) {
    int found = 0;
    for (const std::string& document : installedDocuments()) {
        const std::string text = withoutCode(textOf(installedRoot() / document));
        for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match, ++found)
            visit(document, (*match)[1]);
    }
    return found;
}

TEST(InstalledDocuments, AreThoseOfEveryPlugin) {
    int plugins = 0;
    for (const auto& entry : fs::directory_iterator(INKWELL_SOURCE_DIR "/plugins")) {
        if (!entry.is_directory()) continue;
        const fs::path page =
            installedRoot() / "usr/share/inkwell/doc/plugins" / (entry.path().filename().string() + ".md");
        EXPECT_TRUE(fs::exists(page)) << page;
        ++plugins;
    }
    EXPECT_GT(plugins, 10);
}

TEST(InstalledDocuments, LinkToFilesThatAreInstalled) {
    const int found = forEach(std::regex(R"(\]\(([^)\s]+)\))"), [](const std::string& document, std::string target) {
        if (target.starts_with("http://") || target.starts_with("https://")) return;
        target.resize(std::min(target.size(), target.find('#')));
        if (target.empty()) return;
        EXPECT_TRUE(fs::exists((installedRoot() / document).parent_path() / target)) << document << ": " << target;
    });
    EXPECT_GT(found, 30);
}

TEST(InstalledDocuments, NameOnlyPathsThatAreInstalledOrOfTheSource) {
    forEach(std::regex("`((?:kernel|plugins|sdk|tests|share)/[^`]+)`"),
            [](const std::string& document, const std::string& path) { ADD_FAILURE() << document << ": " << path; });
    const int found =
        forEach(std::regex("`(/(?:usr|etc)/[^`<*]+)`"), [](const std::string& document, const std::string& path) {
            if (path.find("inkwell") == std::string::npos) return;
            EXPECT_TRUE(fs::exists(installedRoot() / path.substr(1))) << document << ": " << path;
        });
    EXPECT_GT(found, 3);
    for (const std::string& document : installedDocuments()) {
        EXPECT_EQ(textOf(installedRoot() / document).find("build/bin/inkwell"), std::string::npos) << document;
    }
}

TEST(InstalledDocuments, SourcePathsAreThoseOfTheSource) {
    const int found =
        forEach(std::regex("`source:([^`\\s]+)"), [](const std::string& document, const std::string& path) {
            const std::string file = INKWELL_SOURCE_DIR "/" + path.substr(0, path.find_first_of(":,"));
            EXPECT_TRUE(fs::exists(file) || fs::exists(file + ".h") || fs::exists(file + ".cpp"))
                << document << ": " << path;
        });
    EXPECT_GT(found, 10);
}

TEST(InstalledDocuments, OtherTextsNameNoFileOfTheSourceTree) {
    for (const std::string file : {"usr/share/inkwell/inkwell.schema.json", "lib/systemd/system/inkwell.service",
                                   "etc/inkwell/inkwell.json", "usr/share/inkwell/demo/try.txt"}) {
        const std::string text = textOf(installedRoot() / file);
        for (const std::string part : {" share/", "\"share/", "tests/", "README"}) {
            EXPECT_EQ(text.find(part), std::string::npos) << file << ": " << part;
        }
    }
}

}  // namespace
}  // namespace inkwell::test
