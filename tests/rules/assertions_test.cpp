// A test that asserts nothing can only be green, one that asserts a status alone is green whatever was refused, and one
// that waits without an end is neither green nor red.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

constexpr std::array kAssertions = {"EXPECT_", "ASSERT_", "ADD_FAILURE", "FAIL"};

struct Function {
    std::string name;  // "Suite, Name" of a test
    bool isTest;
    bool asserts;
    std::set<std::string> calls;
};

bool isOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The name that ends before `end`, or "".
std::string nameBefore(const std::string& code, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && isOfName(code[begin - 1])) --begin;
    return code.substr(begin, end - begin);
}

std::size_t closingBrace(const std::string& code, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        if (code[at] == '{') ++depth;
        if (code[at] == '}' && --depth == 0) return at;
    }
    return code.size();
}

// The bracket that the one at `closing` closes.
std::size_t openingBracket(const std::string& code, std::size_t closing) {
    int depth = 0;
    for (std::size_t at = closing;; --at) {
        if (code[at] == ')') ++depth;
        if (code[at] == '(' && --depth == 0) return at;
        if (at == 0) return std::string::npos;
    }
}

std::set<std::string> namesCalledIn(std::string_view body) {
    std::set<std::string> names;
    const std::string code(body);
    for (std::size_t at = code.find('('); at != std::string::npos; at = code.find('(', at + 1)) {
        names.insert(nameBefore(code, at));
    }
    return names;
}

bool assertsIn(const std::set<std::string>& calls) {
    return std::any_of(calls.begin(), calls.end(), [](const std::string& name) {
        return std::any_of(kAssertions.begin(), kAssertions.end(),
                           [&](const char* assertion) { return name.starts_with(assertion); });
    });
}

/// Whatever looks like `name(...) {`, tests too: also an `if`, which nobody calls.
std::vector<Function> functionsOf(const std::string& code) {
    std::vector<Function> all;
    for (std::size_t open = code.find('{'); open != std::string::npos; open = code.find('{', open + 1)) {
        std::size_t end = open;
        while (end > 0 && code[end - 1] == ' ') --end;
        for (const std::string word : {" const", " override", " noexcept"}) {
            if (end > word.size() && code.compare(end - word.size(), word.size(), word) == 0) end -= word.size();
        }
        if (end == 0 || code[end - 1] != ')') continue;
        const std::size_t bracket = openingBracket(code, end - 1);
        if (bracket == std::string::npos) continue;
        const std::string name = nameBefore(code, bracket);
        const bool isTest = name == "TEST" || name == "TEST_F" || name == "TEST_P";
        std::set<std::string> calls =
            namesCalledIn(std::string_view(code).substr(open, closingBrace(code, open) - open));
        const bool asserts = assertsIn(calls);
        all.push_back({isTest ? code.substr(bracket + 1, end - bracket - 2) : name, isTest, asserts, std::move(calls)});
    }
    return all;
}

bool callsOneOf(const Function& function, const std::set<std::string>& names) {
    return std::any_of(function.calls.begin(), function.calls.end(),
                       [&](const std::string& name) { return names.contains(name); });
}

/// The names of those that assert, by themselves or in what they call.
std::set<std::string> assertingNames(const std::vector<const Function*>& functions) {
    std::set<std::string> names;
    for (bool grows = true; grows;) {
        grows = false;
        for (const Function* function : functions) {
            if (function->isTest || function->name.empty() || names.contains(function->name)) continue;
            if (!function->asserts && !callsOneOf(*function, names)) continue;
            names.insert(function->name);
            grows = true;
        }
    }
    return names;
}

TEST(Assertions, EveryTestMakesOne) {
    std::map<std::string, std::vector<Function>> byFile;
    for (const SourceFile& file : sourcesOf({"tests", "sdk/testkit", "share/examples"})) {
        byFile[file.path] = functionsOf(bareCodeWithoutTexts(file.text));
    }
    int tests = 0;
    for (const auto& [path, functions] : byFile) {
        // Helpers of its own folder, of those above, and of tests/support.
        std::vector<const Function*> inReach;
        for (const auto& [other, others] : byFile) {
            const std::string folder = other.substr(0, other.rfind('/') + 1);
            if (!path.starts_with(folder) && !folder.starts_with("tests/support/")) continue;
            for (const Function& function : others) inReach.push_back(&function);
        }
        const std::set<std::string> asserting = assertingNames(inReach);
        for (const Function& test : functions) {
            if (!test.isTest) continue;
            ++tests;
            EXPECT_TRUE(test.asserts || callsOneOf(test, asserting)) << path << ": " << test.name << " asserts nothing";
        }
    }
    EXPECT_GT(tests, 1500);
}

/// "EXPECT_EQ(reply.status, 404)" and the like, unless the next statement is about the words of the refusal.
std::vector<std::string> bareRefusalsIn(const std::string& code) {
    static const std::regex kStatus(R"(_EQ\(([^;]*\.status(\(\))?|status\w*\(.*\)), 4\d\d\))");
    static const std::regex kWords(R"((message|problems|linesOf|names)\(|body\.find\()");
    std::vector<std::string> bare;
    for (std::sregex_iterator one(code.begin(), code.end(), kStatus), end; one != end; ++one) {
        const auto behind = static_cast<std::size_t>(one->position() + one->length());
        const std::size_t next = code.find(';', code.find(';', behind) + 1);
        if (!std::regex_search(code.substr(behind, next - behind), kWords)) bare.push_back(one->str());
    }
    return bare;
}

TEST(Assertions, OfARefusalNameItsWords) {
    for (const SourceFile& file : sourcesOf(std::vector<std::string>{"tests/api", "tests/plugins"})) {
        if (file.isIn("tests/plugins/webhooks/sending")) continue;  // what receivers answer
        for (const std::string& assertion : bareRefusalsIn(bareCodeWithoutTexts(file.text))) {
            ADD_FAILURE() << file.path << ": " << assertion << " says nothing of the refusal's message and path; "
                          << "compare refusalOf(reply) or errorOf(work) of tests/support/error_text.h";
        }
    }
}

TEST(Assertions, OfAStatusAloneAreSeen) {
    const auto bare = [](const std::string& code) { return bareRefusalsIn(bareCodeWithoutTexts(code)).size(); };
    EXPECT_EQ(bare("EXPECT_EQ(get(url).status, 404);"), 1U);
    EXPECT_EQ(bare("ASSERT_EQ(get(url, {{\"a;\", 1}}).status,\n 404) << url;\nEXPECT_EQ(a.status(), 400);"), 2U);
    EXPECT_EQ(bare("EXPECT_EQ(statusOf([&] { add(); }), 400);"), 1U);
    EXPECT_EQ(bare("EXPECT_EQ(error.status(), 404);\nEXPECT_EQ(error.message(), \"no\");"), 0U);
    EXPECT_EQ(bare("EXPECT_EQ(refusalOf(get(url)), \"404: no\"); EXPECT_EQ(get(url).status, 200);"), 0U);
    EXPECT_EQ(bare("EXPECT_EQ(attempt({.status = 404}).at(\"status\"), 404);"), 0U) << "a field of a record";
}

/// Loops that do nothing but wait, as they stand.
std::vector<std::string> waitingLoopsIn(const std::string& code) {
    static const std::regex kLoop(R"(while \([^;{]*\)\s*\{?\s*std::this_thread::(yield|sleep_for|sleep_until)\()");
    return {std::sregex_token_iterator(code.begin(), code.end(), kLoop), std::sregex_token_iterator()};
}

TEST(Assertions, AreMadeOfWhatATestWaitsFor) {
    for (const SourceFile& file : sourcesOf(std::vector<std::string>{"tests", "sdk/testkit"})) {
        // The one loop, and what holds a server up until it is told.
        if (file.path == "tests/support/eventually.h" || file.path == "tests/kernel/data/refusing_engine.h") continue;
        if (file.isIn("tests/fixtures")) continue;
        for (const std::string& loop : waitingLoopsIn(bareCodeWithoutTexts(file.text))) {
            ADD_FAILURE() << file.path << ": " << loop
                          << "... may hang; use eventually() of tests/support/eventually.h";
        }
    }
}

TEST(Assertions, OfWhatIsWaitedForAreMissed) {
    EXPECT_EQ(waitingLoopsIn("while (!done) std::this_thread::yield();").size(), 1U);
    EXPECT_EQ(waitingLoopsIn("while (a.b(1) && now() < end) {\n    std::this_thread::sleep_for(ms(5));\n}").size(), 1U);
    EXPECT_TRUE(waitingLoopsIn("while (!done) {\n    ask();\n    std::this_thread::yield();\n}").empty()) << "it works";
}

TEST(Assertions, AreSeenWhereverTheyAre) {
    const auto asserting = [](const std::string& code) {
        const std::vector<Function> functions = functionsOf(bareCodeWithoutTexts(code));
        std::vector<const Function*> all;
        for (const Function& function : functions) all.push_back(&function);
        const std::set<std::string> names = assertingNames(all);
        return functions.back().isTest && (functions.back().asserts || callsOneOf(functions.back(), names));
    };
    EXPECT_TRUE(asserting("TEST(A, B) { EXPECT_EQ(1, 1); }"));
    EXPECT_TRUE(
        asserting("void check(int) const { one(); ASSERT_TRUE(x); }\nvoid more() { check(1); }\nTEST_F(A, B) "
                  "{ more(); }"));
    EXPECT_FALSE(asserting("TEST(A, B) { f(\"EXPECT_EQ(1, 1)\"); }")) << "a text";
    EXPECT_FALSE(asserting("void g() { EXPECT_EQ(1, 1); }\nTEST(A, B) { f(); }")) << "nobody calls it";
    EXPECT_FALSE(asserting("TEST(A, B) { f(); }  // EXPECT_EQ(1, 1)")) << "a comment";
}

}  // namespace
}  // namespace inkwell::rules
