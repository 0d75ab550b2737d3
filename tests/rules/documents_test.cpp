// What documents must have, and that the files they name are there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

namespace fs = std::filesystem;

constexpr int kFewestLines = 6;
constexpr int kMostLines = 30;

struct Reference {
    int line;
    std::string path;
};

/// The paths from the tree's root that a document names in backticks.
std::vector<Reference> referencesOf(const std::string& document) {
    static const std::regex quoted("`([^`]+)`");
    static const std::regex path(R"(^(?:kernel|plugins|sdk|tests|share)/[^\s:,;'"()]*[^\s:,;.'"()])");
    std::vector<Reference> all;
    std::istringstream in(document);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        for (auto at = std::sregex_iterator(line.begin(), line.end(), quoted); at != std::sregex_iterator(); ++at) {
            std::istringstream words((*at)[1].str());
            for (std::string word; words >> word;) {
                std::smatch match;
                if (std::regex_search(word, match, path)) all.push_back({number, match[0]});
            }
        }
    }
    return all;
}

/// "kernel/http/listener" stands for its header and its source.
bool isThere(const fs::path& root, const std::string& path) {
    return fs::exists(root / path) || fs::exists(root / (path + ".h")) || fs::exists(root / (path + ".cpp"));
}

/// All documents of the tree, by their paths from its root.
std::vector<std::string> documents() {
    static const std::set<std::string> kOthers = {"scratch", "node_modules"};
    std::vector<std::string> all;
    for (auto at = fs::recursive_directory_iterator(SOURCE_TREE); at != fs::recursive_directory_iterator(); ++at) {
        const std::string name = at->path().filename().string();
        if (at->is_directory() && (name.starts_with(".") || name.starts_with("build") || kOthers.contains(name))) {
            at.disable_recursion_pending();
        } else if (at->path().extension() == ".md") {
            all.push_back(fs::relative(at->path(), SOURCE_TREE).string());
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// Those of the kernel and of the SDK that hold files.
std::vector<fs::path> folders() {
    std::set<fs::path> all;
    for (const char* top : {"kernel", "sdk"}) {
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(SOURCE_TREE) / top)) {
            if (entry.is_regular_file()) all.insert(entry.path().parent_path());
        }
    }
    return {all.begin(), all.end()};
}

TEST(Documents, EachFolderOfKernelAndSdkSaysWhatIsThere) {
    ASSERT_GT(folders().size(), 10U);
    for (const fs::path& folder : folders()) {
        const fs::path path = folder / "README.md";
        ASSERT_TRUE(fs::exists(path)) << path;
        const std::string text = readFile(path.string());
        const auto lines = std::count(text.begin(), text.end(), '\n');
        EXPECT_GE(lines, kFewestLines) << path << " says too little";
        EXPECT_LE(lines, kMostLines) << path << " says more than a map should";
    }
}

TEST(Documents, EveryPathTheyNameIsThere) {
    std::size_t count = 0;
    for (const std::string& document : documents()) {
        for (const Reference& one : referencesOf(readFile(SOURCE_TREE "/" + document))) {
            ++count;
            EXPECT_TRUE(isThere(SOURCE_TREE, one.path)) << document << ":" << one.line << ": " << one.path;
        }
    }
    EXPECT_GT(count, 50U) << "hardly a path was found: are these the documents?";
}

TEST(Documents, PathsAreFoundWithTheirLines) {
    const std::vector<Reference> all = referencesOf(
        "see `kernel/http/router.cpp:12`, kernel/no\n`cd sdk/src/; ls share/doc/x.md.` and `build/kernel/x` "
        "`plugins/`\n");
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].path, "kernel/http/router.cpp");
    EXPECT_EQ(all[0].line, 1);
    EXPECT_EQ(all[1].path, "sdk/src/");
    EXPECT_EQ(all[2].path, "share/doc/x.md");
    EXPECT_EQ(all[2].line, 2);
}

TEST(Documents, APathIsThereAsFolderFileOrUnit) {
    EXPECT_TRUE(isThere(SOURCE_TREE, "kernel/http/"));
    EXPECT_TRUE(isThere(SOURCE_TREE, "tests/rules/source_tree"));
    EXPECT_TRUE(isThere(SOURCE_TREE, "tests/rules/documents_test.cpp"));
    EXPECT_FALSE(isThere(SOURCE_TREE, "kernel/http/nobody"));
}

}  // namespace
}  // namespace inkwell::rules
