#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace inkwell::rules {

/// One C++ file of the source tree.
struct SourceFile {
    std::string path;  // from the root of the tree: "kernel/http/router.cpp"
    std::string text;

    std::string name() const;    // "router.cpp"
    std::string folder() const;  // "kernel/http"
    bool isHeader() const { return path.ends_with(".h"); }
    bool isIn(std::string_view folderPath) const;  // or below it
    int lines() const;
};

/// The .h and .cpp files below `folder`, in the order of their paths. Never empty: throws std::runtime_error instead,
/// so that no rule holds because nothing was looked at.
std::vector<SourceFile> sourcesOf(const std::string& folder);
/// The same for several folders.
std::vector<SourceFile> sourcesOf(const std::vector<std::string>& folders);

/// The subfolders of plugins/ that build a plugin. Never empty, as above.
std::vector<std::string> pluginIds();

std::string readFile(const std::string& path);

struct Include {
    int line;
    std::string name;
    bool quoted;  // "..." rather than <...>
};
std::vector<Include> includesOf(const SourceFile& file);

/// The texts of the string literals, those that stand side by side joined as the compiler joins them.
struct Literal {
    int line;
    std::string text;
};
std::vector<Literal> literalsOf(const std::string& code);

/// Comments of lines that follow each other as one, without their slashes and with one space for each break.
struct Comment {
    int line;  // the first
    std::string text;
};
std::vector<Comment> commentsOf(const std::string& code);

/// Without comments, and with every run of white space as one space; literals stay as they are.
std::string bareCode(const std::string& code);

/// The same with every literal emptied: no brace, bracket or name in it is one of the code's.
std::string bareCodeWithoutTexts(const std::string& code);

/// "kernel/http/router.cpp:12: "
std::string at(const SourceFile& file, int line);

}  // namespace inkwell::rules
