// The rules are only as good as the eyes they look through.
#include "tests/rules/source_tree.h"

#include <gtest/gtest.h>

namespace inkwell::rules {
namespace {

TEST(RuleReader, FindsLiteralsAndJoinsNeighbours) {
    const std::vector<Literal> all =
        literalsOf("f(\"SELECT a \"\n  \"FROM t\", R\"x(a\"b)x\");\n// \"no\"\n/* \"no\" */ \"q\\\"r\"");
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].text, "SELECT a FROM t");
    EXPECT_EQ(all[0].line, 1);
    EXPECT_EQ(all[1].text, "a\"b");
    EXPECT_EQ(all[2].text, "q\\\"r");
    EXPECT_EQ(all[2].line, 4);
}

TEST(RuleReader, IsNotMisledByQuotesThatAreNoLiterals) {
    const std::vector<Literal> all = literalsOf("x = 10'000; c = '\"'; d = '\\''; s = \"seen\";");
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].text, "seen");
}

TEST(RuleReader, FindsIncludes) {
    const SourceFile file{"x.cpp", "#include \"a/b.h\"\n  # include <c>\n// #include <d>\n"};
    const std::vector<Include> all = includesOf(file);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].name, "a/b.h");
    EXPECT_TRUE(all[0].quoted);
    EXPECT_EQ(all[1].name, "c");
    EXPECT_EQ(all[1].line, 2);
}

TEST(RuleReader, ComparesCodeWithoutItsComments) {
    EXPECT_EQ(bareCode("int  a; // one\n/// two\nint b;\n"), bareCode("int a;\n\nint b; /* three */\n"));
    EXPECT_NE(bareCode("int a;"), bareCode("int b;"));
    EXPECT_NE(bareCode("\"a // b\""), bareCode("\"a // c\""));
    EXPECT_EQ(bareCodeWithoutTexts("f(\"{\",  '{', R\"({)\") {"), "f(0, 0, 0) {");
}

}  // namespace
}  // namespace inkwell::rules
