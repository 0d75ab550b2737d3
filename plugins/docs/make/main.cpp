// docs_make ASSETS DOCUMENTS OUT: writes the source of what the plugin serves (files.h).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "site.h"

namespace {

namespace fs = std::filesystem;
using inkwell::docs::Document;

std::string textOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) throw std::runtime_error("cannot read " + path.string());
    return std::move(text).str();
}

// The guide, then the pages of the contract in the order in which its first page lists them.
std::vector<Document> documentsOf(const fs::path& folder) {
    std::vector<Document> documents = {{"guide.md", textOf(folder / "guide.md")}};
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder / "interface")) names.push_back(entry.path().filename());
    const std::string first = textOf(folder / "interface/README.md");
    const auto rank = [&](const std::string& name) { return name == "README.md" ? 0 : first.find("](" + name); };
    std::sort(names.begin(), names.end(),
              [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
    for (const std::string& name : names) {
        documents.push_back({"interface/" + name, textOf(folder / "interface" / name)});
    }
    return documents;
}

void writeFile(std::ostream& out, const std::string& name, const std::string& type, const std::string& text,
               bool isPage) {
    if (text.find(")docs\"") != std::string::npos) throw std::runtime_error(name + " holds what ends a literal");
    out << "    {\"" << name << "\", \"" << type << "\", R\"docs(" << text << ")docs\", " << (isPage ? "true" : "false")
        << "},\n";
}

std::string sourceOf(const fs::path& assets, const fs::path& documents) {
    std::ostringstream out;
    out << "#include \"files.h\"\n\nnamespace inkwell::docs {\n\nnamespace {\n\nconstexpr File kFiles[] = {\n";
    for (const inkwell::docs::Page& page : inkwell::docs::makeSite(
             documentsOf(documents), textOf(assets / "frame.html"), textOf(assets / "reference.html"))) {
        writeFile(out, page.name, "text/html; charset=utf-8", page.html, true);
    }
    writeFile(out, "docs.css", "text/css; charset=utf-8", textOf(assets / "docs.css"), false);
    writeFile(out, "docs.js", "text/javascript; charset=utf-8", textOf(assets / "docs.js"), false);
    writeFile(out, "icon.svg", "image/svg+xml", textOf(assets / "icon.svg"), false);
    out << "};\n\n}  // namespace\n\nstd::span<const File> files() { return kFiles; }\n\n}  // namespace "
           "inkwell::docs\n";
    return std::move(out).str();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 4) throw std::runtime_error("usage: docs_make ASSETS DOCUMENTS OUT");
        const std::string source = sourceOf(argv[1], argv[2]);
        std::ofstream out(argv[3], std::ios::binary);
        out << source;
        if (!out.flush()) throw std::runtime_error(std::string("cannot write ") + argv[3]);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "docs_make: " << error.what() << "\n";
        return 1;
    }
}
