// A member that is added may move the others of its object: what was a reference into it is none any more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

bool isOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether `code` has `one["b"] = one.at("a")`, which takes the reference first and then adds the member: with one
/// space for each run of blanks.
bool addsFromItself(std::string_view code) {
    constexpr std::string_view kAssigned = "\"] = ";
    for (std::size_t found = code.find(kAssigned); found != std::string_view::npos;
         found = code.find(kAssigned, found + 1)) {
        const std::size_t end = std::min(code.rfind("[\"", found), found);
        std::size_t begin = end;
        while (begin > 0 && isOfName(code[begin - 1])) --begin;
        std::string_view right = code.substr(found + kAssigned.size());
        if (right.starts_with('*')) right.remove_prefix(1);
        for (const char* access : {".at(", "->at(", ".if_contains(", ".find("}) {
            if (end > begin && right.starts_with(std::string(code.substr(begin, end - begin)) + access)) return true;
        }
    }
    return false;
}

TEST(Json, AMemberMadeFromAnotherOneOfItsObjectIsRecognised) {
    EXPECT_TRUE(addsFromItself(bareCode(R"(revision["id"] = revision.at("object_id");)")));
    EXPECT_TRUE(addsFromItself(bareCode(R"(one["b"] =
        *one.if_contains("a");)")));
    EXPECT_FALSE(addsFromItself(bareCode(R"(body["title"] = base.at("title");)")));
    EXPECT_FALSE(addsFromItself(bareCode(R"(body["title"] = anybody.at("title");)")));
    EXPECT_FALSE(addsFromItself(bareCode(R"(one["b"] = textOf(one, "a");)"))) << "a copy";
}

TEST(Json, NoMemberIsMadeFromAReferenceIntoItsOwnObject) {
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins", "share/examples"})) {
        EXPECT_FALSE(addsFromItself(bareCode(file.text)))
            << file.path << ": take the value out first, then add the member";
    }
}

}  // namespace
}  // namespace inkwell::rules
