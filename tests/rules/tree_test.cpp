// What every folder and file must have.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

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
