// share/doc/writing-a-plugin.md leaves out no function that a plugin's author may implement or call through an
// interface.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

using Functions = std::map<std::string, std::set<std::string>>;  // by class

/// The public virtual functions of a header, destructors aside.
void addVirtuals(const std::string& code, Functions& all) {
    static const std::regex declared(R"(^(?:class|struct) (?:INKWELL_API )?(\w+)[^;]*\{)");
    static const std::regex section(R"(^(public|protected|private):)");
    static const std::regex function(R"(^ +virtual [^~]*?(\w+)\()");
    std::istringstream in(code);
    std::string name;
    bool isPublic = true;
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
        if (std::regex_search(line, match, declared)) {
            name = match[1];
            isPublic = line.starts_with("struct");
        } else if (std::regex_search(line, match, section)) {
            isPublic = match[1] == "public";
        } else if (isPublic && std::regex_search(line, match, function)) {
            all[name].insert(match[1]);
        }
    }
}

/// What a document says below the heading "#### `name`"; "" without one.
std::string sectionOf(const std::string& document, const std::string& name) {
    const std::size_t start = document.find("\n#### `" + name + "`\n");
    if (start == std::string::npos) return "";
    const std::size_t end = document.find("\n##", start + 1);
    return document.substr(start, end - start);
}

TEST(SdkDocument, NamesEveryPublicVirtualBelowItsInterface) {
    Functions all;
    for (const SourceFile& header : sourcesOf("sdk/include/inkwell")) addVirtuals(header.text, all);
    const std::string document = readFile(SOURCE_TREE "/share/doc/writing-a-plugin.md");
    std::size_t found = 0;
    for (const auto& [name, functions] : all) {
        const std::string section = sectionOf(document, name);
        EXPECT_NE(section, "") << "the heading '#### `" << name << "`' is missing";
        for (const std::string& function : functions) {
            EXPECT_NE(section.find("`" + function + "`"), std::string::npos) << name << "::" << function;
            ++found;
        }
    }
    EXPECT_GT(found, 100U);
}

TEST(SdkDocument, FindsPublicVirtualsOnly) {
    Functions all;
    addVirtuals(
        "class INKWELL_API One : public Other {\npublic:\n    virtual ~One() = default;\n"
        "    virtual std::vector<int> first(const std::string& name) = 0;\n    void second();\nprotected:\n"
        "    virtual void third() = 0;\n};\nstruct Two {\n    virtual int fourth() const { return call(1); }\n};\n",
        all);
    EXPECT_EQ(all, (Functions{{"One", {"first"}}, {"Two", {"fourth"}}}));
    EXPECT_EQ(sectionOf("x\n#### `One`\ny\n#### `Two`\nz\n", "One"), "\n#### `One`\ny");
}

}  // namespace
}  // namespace inkwell::rules
