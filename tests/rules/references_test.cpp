// What documents and comments point at is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <regex>
#include <set>
#include <sstream>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxColumns = 159;

/// Words of a document, or of a comment, which is one line.
struct Passage {
    std::string path;  // from the root of the tree
    int line;
    std::string text;
};

std::string at(const Passage& passage) { return passage.path + ":" + std::to_string(passage.line) + ": "; }

bool isForeign(const fs::path& folder) {
    const std::string name = folder.filename().string();
    return name.starts_with(".") || name.starts_with("build") || name == "node_modules" || name == "scratch";
}

std::vector<std::string> documents() {
    std::vector<std::string> paths;
    auto entry = fs::recursive_directory_iterator(SOURCE_TREE);
    for (; entry != fs::recursive_directory_iterator(); ++entry) {
        if (entry->is_directory() && isForeign(entry->path())) entry.disable_recursion_pending();
        if (entry->path().extension() == ".md") paths.push_back(fs::relative(entry->path(), SOURCE_TREE).string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

// Without the lines of code blocks.
std::vector<Passage> linesOf(const std::string& document) {
    std::vector<Passage> lines;
    std::istringstream in(readFile(SOURCE_TREE "/" + document));
    bool isCode = false;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        const bool isFence = line.find_first_not_of(' ') != std::string::npos &&
                             std::string_view(line).substr(line.find_first_not_of(' ')).starts_with("```");
        if (isFence) isCode = !isCode;
        if (!isCode && !isFence) lines.push_back({document, number, line});
    }
    return lines;
}

// A paragraph of a document as one passage, as a reference may be broken between lines.
std::vector<Passage> paragraphsOf(const std::string& document) {
    std::vector<Passage> paragraphs;
    int last = -1;
    for (const Passage& line : linesOf(document)) {
        const std::size_t begin = line.text.find_first_not_of(' ');
        const bool isEmpty = begin == std::string::npos;
        if (!isEmpty && line.line == last + 1) {
            paragraphs.back().text += " " + line.text.substr(begin);
        } else if (!isEmpty) {
            paragraphs.push_back(line);
        }
        if (!isEmpty) last = line.line;
    }
    return paragraphs;
}

std::vector<Passage> allPassages() {
    std::vector<Passage> passages;
    for (const std::string& document : documents()) {
        for (Passage& one : paragraphsOf(document)) passages.push_back(std::move(one));
    }
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins", "tests", "share"})) {
        for (Comment& comment : commentsOf(file.text)) passages.push_back({file.path, comment.line, comment.text});
    }
    return passages;
}

std::vector<std::string> headingsOf(const std::string& document) {
    std::vector<std::string> headings;
    for (const Passage& line : linesOf(document)) {
        const std::size_t begin = line.text.find_first_not_of('#');
        if (begin == 0 || begin == std::string::npos || line.text[begin] != ' ') continue;
        headings.push_back(line.text.substr(begin + 1));
    }
    return headings;
}

// As the places that show Markdown make it.
std::string anchorOf(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        if (c == ' ') anchor += '-';
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
            anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return anchor;
}

bool isDocument(const fs::path& path) { return fs::is_regular_file(fs::path(SOURCE_TREE) / path); }

// "interface/..." is below share/doc; another name is looked for beside the passage and in every folder above it.
std::string findDocument(const std::string& name, const std::string& from) {
    if (name.starts_with("interface/") && isDocument("share/doc/" + name)) return "share/doc/" + name;
    fs::path folder = fs::path(from).parent_path();
    while (true) {
        const fs::path path = (folder / name).lexically_normal();
        if (isDocument(path)) return path.string();
        if (folder.empty()) return "";
        folder = folder.parent_path();
    }
}

void forEachMatch(const std::string& text, const std::regex& pattern,
                  const std::function<void(const std::smatch&)>& visit) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) visit(*match);
}

TEST(References, EverySectionThatIsNamedExists) {
    static const std::regex reference(R"re(([A-Za-z0-9_./-]+\.md)((?:(?:,| and) "[^"]+")+))re");
    static const std::regex quoted(R"re("([^"]+)")re");
    int found = 0;
    for (const Passage& passage : allPassages()) {
        forEachMatch(passage.text, reference, [&](const std::smatch& match) {
            const std::string document = findDocument(match[1], passage.path);
            ASSERT_FALSE(document.empty()) << at(passage) << "there is no " << match[1];
            const std::vector<std::string> headings = headingsOf(document);
            forEachMatch(match[2], quoted, [&](const std::smatch& section) {
                EXPECT_NE(std::find(headings.begin(), headings.end(), section[1]), headings.end())
                    << at(passage) << document << " has no section \"" << section[1] << '"';
                ++found;
            });
        });
    }
    EXPECT_GT(found, 100);
}

TEST(References, EveryDocumentThatIsNamedExists) {
    static const std::regex name(R"re((?:^|[ (`\[])((?:[a-z][A-Za-z0-9_.-]*/)+[A-Za-z0-9_.-]+\.md)\b)re");
    static const std::regex decision(R"re([Dd]ecision ([0-9]{4})\b)re");
    std::set<std::string> decisions;
    for (const auto& entry : fs::directory_iterator(SOURCE_TREE "/share/doc/decisions")) {
        EXPECT_TRUE(decisions.insert(entry.path().filename().string().substr(0, 4)).second)
            << entry.path() << " has a number that is taken";
    }
    int found = 0;
    for (const Passage& passage : allPassages()) {
        forEachMatch(passage.text, name, [&](const std::smatch& match) {
            EXPECT_FALSE(findDocument(match[1], passage.path).empty()) << at(passage) << "there is no " << match[1];
            ++found;
        });
        forEachMatch(passage.text, decision, [&](const std::smatch& match) {
            EXPECT_TRUE(decisions.contains(match[1])) << at(passage) << "there is no decision " << match[1];
            ++found;
        });
    }
    EXPECT_GT(found, 100);
}

// `kernel/http/listener` is listener.h and listener.cpp.
bool isInTree(const fs::path& name) {
    const fs::path path = fs::path(SOURCE_TREE) / name;
    if (fs::exists(path)) return true;
    if (!fs::is_directory(path.parent_path())) return false;
    return std::any_of(fs::directory_iterator(path.parent_path()), fs::directory_iterator(),
                       [&](const auto& entry) { return entry.path().stem() == path.filename(); });
}

TEST(References, EveryFileThatADocumentNamesExists) {
    static const std::regex name(R"re(`((?:kernel|plugins|sdk|tests)/[A-Za-z0-9_./-]+)`)re");
    int found = 0;
    for (const std::string& document : documents()) {
        for (const Passage& line : linesOf(document)) {
            forEachMatch(line.text, name, [&](const std::smatch& match) {
                EXPECT_TRUE(isInTree(match[1].str())) << at(line) << "there is no " << match[1];
                ++found;
            });
        }
    }
    EXPECT_GT(found, 50);
}

TEST(References, NothingPointsOutsideOfTheTree) {
    // In pieces, or this file would be found.
    static const std::regex elsewhere(
        "where-"
        R"re(silent|content-)re"
        "service"
        R"re(\.md|\bdesign)re"
        R"re(\.md|[Ss]pecification[ ,]*"|[Tt]he spec)re"
        R"re(ification\b|\bdesign, ")re");
    for (const Passage& passage : allPassages()) {
        if (passage.path == "tests/rules/references_test.cpp") continue;
        EXPECT_FALSE(std::regex_search(passage.text, elsewhere)) << at(passage) << passage.text;
    }
}

TEST(References, EveryLinkLeadsToAFileAndASection) {
    static const std::regex link(R"re(\]\(([^)# ]*)(?:#([^)]*))?\))re");
    int found = 0;
    for (const std::string& document : documents()) {
        for (const Passage& line : linesOf(document)) {
            forEachMatch(line.text, link, [&](const std::smatch& match) {
                const std::string target = match[1];
                if (target.find(':') != std::string::npos) return;
                const fs::path path = target.empty() ? fs::path(document)
                                                     : (fs::path(document).parent_path() / target).lexically_normal();
                ASSERT_TRUE(fs::exists(fs::path(SOURCE_TREE) / path)) << at(line) << "there is no " << path;
                ++found;
                if (match[2].length() == 0) return;
                std::set<std::string> anchors;
                for (const std::string& heading : headingsOf(path.string())) anchors.insert(anchorOf(heading));
                EXPECT_TRUE(anchors.contains(match[2])) << at(line) << path << " has no section " << match[2];
            });
        }
    }
    EXPECT_GT(found, 30);
}

TEST(References, LinesOfDocumentsAreShort) {
    for (const std::string& document : documents()) {
        std::istringstream in(readFile(SOURCE_TREE "/" + document));
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            // `inkwell settings` prints it, with a row for each setting.
            if (document == "share/doc/settings.md" && line.starts_with("|")) continue;
            const auto columns = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
            EXPECT_LE(columns, kMaxColumns) << document << ":" << number << " has " << columns << " columns";
        }
    }
}

}  // namespace
}  // namespace inkwell::rules
