#include "tests/rules/source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace inkwell::rules {

namespace fs = std::filesystem;

namespace {

enum class Kind { Space, Comment, Literal, Other };

struct Piece {
    Kind kind;
    int line;
    std::string_view text;  // a literal with its quotes
};

/// Takes C++ apart as far as the rules need it.
class Lexer {
public:
    explicit Lexer(std::string_view code) : code_(code) {}

    std::vector<Piece> run() {
        std::vector<Piece> pieces;
        int line = 1;
        while (at_ < code_.size()) {
            const std::size_t begin = at_;
            const Kind kind = step();
            pieces.push_back({kind, line, code_.substr(begin, at_ - begin)});
            line += static_cast<int>(std::count(pieces.back().text.begin(), pieces.back().text.end(), '\n'));
        }
        return pieces;
    }

private:
    Kind step() {
        const std::string_view rest = code_.substr(at_);
        if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) return advance(1, Kind::Space);
        if (rest.starts_with("//")) return upTo("\n", 0, Kind::Comment);
        if (rest.starts_with("/*")) return upTo("*/", 2, Kind::Comment);
        if (rest.starts_with("R\"")) {
            const std::string end = ")" + std::string(rest.substr(2, rest.find('(') - 2)) + "\"";
            return upTo(end, end.size(), Kind::Literal);
        }
        if (rest[0] == '"') return quoted('"', Kind::Literal);
        // A quote after a digit or letter separates thousands.
        const bool separator = at_ > 0 && std::isalnum(static_cast<unsigned char>(code_[at_ - 1])) != 0;
        if (rest[0] == '\'' && !separator) return quoted('\'', Kind::Other);
        return advance(1, Kind::Other);
    }

    Kind advance(std::size_t count, Kind kind) {
        at_ = std::min(at_ + count, code_.size());
        return kind;
    }

    Kind upTo(std::string_view end, std::size_t more, Kind kind) {
        const std::size_t found = code_.find(end, at_ + 1);
        at_ = found == std::string_view::npos ? code_.size() : found + more;
        return kind;
    }

    Kind quoted(char quote, Kind kind) {
        for (++at_; at_ < code_.size() && code_[at_] != quote; ++at_) {
            if (code_[at_] == '\\') ++at_;
        }
        return advance(1, kind);
    }

    std::string_view code_;
    std::size_t at_ = 0;
};

std::string contentOf(std::string_view literal) {
    const std::size_t skip = literal.starts_with("R\"") ? literal.find('(') + 1 : 1;
    const std::size_t tail = literal.starts_with("R\"") ? literal.size() - literal.rfind(')') : 1;
    return std::string(literal.substr(skip, literal.size() - skip - tail));
}

}  // namespace

std::string SourceFile::name() const { return fs::path(path).filename().string(); }
std::string SourceFile::folder() const { return fs::path(path).parent_path().string(); }
bool SourceFile::isIn(std::string_view folderPath) const { return path.starts_with(std::string(folderPath) + "/"); }
int SourceFile::lines() const { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

std::string readFile(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream content;
    content << in.rdbuf();
    if (!in) throw std::runtime_error("cannot read " + path);
    return content.str();
}

std::vector<SourceFile> sourcesOf(const std::string& folder) {
    std::vector<SourceFile> all;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(SOURCE_TREE) / folder)) {
        const fs::path& path = entry.path();
        if (path.extension() != ".h" && path.extension() != ".cpp") continue;
        all.push_back({fs::relative(path, SOURCE_TREE).string(), readFile(path.string())});
    }
    if (all.empty()) throw std::runtime_error("there is no source in " + folder);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return all;
}

std::vector<SourceFile> sourcesOf(const std::vector<std::string>& folders) {
    std::vector<SourceFile> all;
    for (const std::string& folder : folders) {
        for (SourceFile& file : sourcesOf(folder)) all.push_back(std::move(file));
    }
    return all;
}

std::vector<std::string> pluginIds() {
    std::vector<std::string> ids;
    for (const auto& entry : fs::directory_iterator(fs::path(SOURCE_TREE) / "plugins")) {
        if (fs::exists(entry.path() / "CMakeLists.txt")) ids.push_back(entry.path().filename().string());
    }
    if (ids.empty()) throw std::runtime_error("there is no plugin in plugins/");
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<Include> includesOf(const SourceFile& file) {
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> all;
    std::istringstream in(file.text);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, pattern)) all.push_back({number, match[2], match[1] == "\""});
    }
    return all;
}

std::vector<Literal> literalsOf(const std::string& code) {
    std::vector<Literal> all;
    bool joins = false;
    for (const Piece& piece : Lexer(code).run()) {
        if (piece.kind == Kind::Literal && joins) {
            all.back().text += contentOf(piece.text);
        } else if (piece.kind == Kind::Literal) {
            all.push_back({piece.line, contentOf(piece.text)});
            joins = true;
        } else if (piece.kind == Kind::Other) {
            joins = false;
        }
    }
    return all;
}

std::vector<Comment> commentsOf(const std::string& code) {
    std::vector<Comment> all;
    bool joins = false;
    for (const Piece& piece : Lexer(code).run()) {
        if (piece.kind == Kind::Comment) {
            const std::size_t begin = std::min(piece.text.find_first_not_of("/*"), piece.text.size());
            if (!joins) all.push_back({piece.line, ""});
            all.back().text += piece.text.substr(begin);
            joins = true;
        } else if (piece.kind != Kind::Space) {
            joins = false;
        }
    }
    return all;
}

namespace {

std::string bare(const std::string& code, bool withTexts) {
    std::string rest;
    for (const Piece& piece : Lexer(code).run()) {
        const bool isGap = piece.kind == Kind::Space || piece.kind == Kind::Comment;
        const bool isText = piece.kind == Kind::Literal || piece.text.front() == '\'';
        if (!isGap) rest += isText && !withTexts ? "0" : piece.text;
        if (isGap && !rest.empty() && rest.back() != ' ') rest += ' ';
    }
    return rest;
}

}  // namespace

std::string bareCode(const std::string& code) { return bare(code, true); }

std::string bareCodeWithoutTexts(const std::string& code) { return bare(code, false); }

std::string at(const SourceFile& file, int line) { return file.path + ":" + std::to_string(line) + ": "; }

}  // namespace inkwell::rules
