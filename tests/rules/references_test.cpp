// What documents and comments point at is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
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

/// What stands in the bodies of all classes of one name, and behind their colons.
struct Class {
    std::set<std::string_view> words;
    std::set<std::string_view> bases;
};
using Classes = std::map<std::string_view, Class>;

bool isOfAWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Words, "::" and single characters.
std::vector<std::string_view> tokensOf(std::string_view code) {
    std::vector<std::string_view> tokens;
    while (!code.empty()) {
        const auto* end = std::find_if_not(code.begin(), code.end(), isOfAWord);
        std::size_t length = static_cast<std::size_t>(end - code.begin());
        if (length == 0) length = code.starts_with("::") ? 2 : 1;
        if (code.front() != ' ') tokens.push_back(code.substr(0, length));
        code.remove_prefix(length);
    }
    return tokens;
}

using Token = std::vector<std::string_view>::const_iterator;

Token closing(Token open, Token end) {
    int depth = 0;
    for (Token token = open; token != end; ++token) {
        if (*token == "{") ++depth;
        if (*token == "}" && --depth == 0) return token;
    }
    return end;
}

// `head` leads from behind "class" to the brace.
void addClass(Token head, Token open, Token end, Classes& all) {
    Token name = std::find(head, open, ":");
    Class bases;
    bases.bases.insert(name, open);
    do {
        if (name == head) return;
        --name;
    } while (*name == "final");
    Class& known = all[*name];
    known.bases.merge(bases.bases);
    known.words.insert(open, closing(open, end));
    if (name != head && *std::prev(name) == "::") all[*std::prev(name, 2)].words.insert(*name);
}

void addClasses(std::string_view code, Classes& all) {
    static const std::set<std::string_view> keys = {"class", "struct", "union", "enum"};
    static const std::set<std::string_view> ends = {"{", ";", "(", ")", "="};
    const std::vector<std::string_view> tokens = tokensOf(code);
    for (Token token = tokens.begin(); token != tokens.end(); ++token) {
        if (!keys.contains(*token)) continue;
        const Token open = std::find_if(token, tokens.end(), [](std::string_view one) { return ends.contains(one); });
        if (open != tokens.end() && *open == "{") addClass(std::next(token), open, tokens.end(), all);
    }
}

bool isIn(std::string_view name, std::string_view member, const Classes& all, std::set<std::string_view> seen = {}) {
    const auto found = all.find(name);
    if (found == all.end() || !seen.insert(name).second) return false;
    if (name == member || found->second.words.contains(member)) return true;
    return std::any_of(found->second.bases.begin(), found->second.bases.end(),
                       [&](std::string_view base) { return isIn(base, member, all, seen); });
}

TEST(References, EveryMemberThatACommentNamesExists) {
    std::vector<std::string> codes;
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins", "tests", "share"}))
        codes.push_back(bareCodeWithoutTexts(file.text));
    Classes all;
    for (const std::string& code : codes) addClasses(code, all);
    static const std::regex chain(R"re(\b(?:\w+::)+~?\w+)re");
    int found = 0;
    for (const Passage& passage : allPassages()) {
        forEachMatch(passage.text, chain, [&](const std::smatch& match) {
            const std::string text = match.str();
            const std::vector<std::string_view> names = tokensOf(text);
            if (names.front() == "std" || names.front() == "Poco" || names.front() == "boost") return;
            for (auto name = names.begin(); std::next(name) != names.end(); ++name) {
                const auto member = std::find_if(std::next(name), names.end(),
                                                 [](std::string_view one) { return isOfAWord(one.front()); });
                if (!all.contains(*name)) continue;
                EXPECT_TRUE(isIn(*name, *member, all)) << at(passage) << *name << " has no " << *member;
                ++found;
            }
        });
    }
    EXPECT_GT(found, 200);
}

TEST(References, AClassHasItsMembersAndThoseOfItsBases) {
    Classes all;
    addClasses(
        "class A; template <class F> struct A { void one(F f) { two(); } enum class E { First }; };"
        "class INKWELL_API B final : public A<int>, C { }; struct B::D { int x = {}; }; void g(struct A* a);",
        all);
    for (const char* member : {"one", "E", "First", "D"}) EXPECT_TRUE(isIn("B", member, all)) << member;
    EXPECT_TRUE(isIn("D", "x", all));
    EXPECT_TRUE(isIn("E", "First", all));
    EXPECT_FALSE(isIn("A", "D", all));
    EXPECT_FALSE(isIn("B", "g", all));
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
