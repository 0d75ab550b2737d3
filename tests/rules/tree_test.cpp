// What every folder and file must have.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

constexpr int kMaxHeaderLines = 160;
constexpr int kMaxSourceLines = 420;

TEST(Tree, FilesStaySmallEnoughToBeRead) {
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins"})) {
        EXPECT_LT(file.lines(), file.isHeader() ? kMaxHeaderLines : kMaxSourceLines) << file.path;
    }
}

TEST(Tree, EveryPluginHasAReadme) {
    for (const std::string& id : pluginIds()) {
        const std::string path = SOURCE_TREE "/plugins/" + id + "/README.md";
        ASSERT_TRUE(std::filesystem::exists(path)) << path;
        const std::string text = readFile(path);
        EXPECT_GT(text.size(), 100u) << path << " says nothing";
        EXPECT_TRUE(text.starts_with("# " + id + "\n\n"))
            << path << " is no Markdown: a formatter of code was run on it";
    }
}

/// What stands between backticks in the README of a folder.
std::set<std::string> namedIn(const std::string& folder) {
    const std::string text = readFile(std::string(SOURCE_TREE "/") + folder + "/README.md");
    std::set<std::string> names;
    for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at + 1)) {
        const std::size_t end = text.find('`', at + 1);
        if (end == std::string::npos) break;
        names.insert(text.substr(at + 1, end - at - 1));
        at = end;
    }
    return names;
}

TEST(Tree, TheReadmeOfEachRoomOfTheKernelNamesWhatIsThere) {
    std::map<std::string, std::set<std::string>> rooms;
    for (const SourceFile& file : sourcesOf("kernel")) {
        std::set<std::string>& names = rooms.try_emplace(file.folder(), namedIn(file.folder())).first->second;
        const std::string stem = std::filesystem::path(file.path).stem().string();
        EXPECT_TRUE(names.contains(stem) || names.contains(file.name()))
            << file.folder() << "/README.md does not name `" << stem << "`";
    }
}

TEST(Tree, TheReadmeOfTheContractNamesEveryHeader) {
    const std::set<std::string> names = namedIn("sdk/include/inkwell");
    for (const SourceFile& file : sourcesOf("sdk/include/inkwell"))
        EXPECT_TRUE(names.contains(file.name()))
            << "sdk/include/inkwell/README.md does not name `" << file.name() << "`";
}

TEST(Tree, EveryPluginsTableOfContentsFitsOneScreen) {
    for (const std::string& id : pluginIds()) {
        const std::string text = readFile(SOURCE_TREE "/plugins/" + id + "/plugin.cpp");
        EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 80) << "plugins/" << id << "/plugin.cpp";
    }
}

TEST(Tree, HeadersAreIncludedOnce) {
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins"})) {
        EXPECT_TRUE(!file.isHeader() || file.text.starts_with("#pragma once\n")) << file.path;
    }
}

}  // namespace
}  // namespace inkwell::rules
