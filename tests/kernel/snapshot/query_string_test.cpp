#include "kernel/snapshot/query_string.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell::kernel {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(QueryString, IsDecodedLeniently) {
    const std::vector<std::pair<std::string, Pairs>> table = {
        {"", {}},
        {"a=b", {{"a", "b"}}},
        {"&a=b", {{"a", "b"}}},
        {"a=b&", {{"a", "b"}}},
        {"a=b&&c=d", {{"a", "b"}, {"c", "d"}}},
        {"a", {{"a", ""}}},
        {"props=", {{"props", ""}}},
        {"props=id,title,", {{"props", "id,title,"}}},
        {"a=b=c", {{"a", "b=c"}}},
        {"a=1&a=2", {{"a", "1"}, {"a", "2"}}},
        {R"(query={"type":"posts"})", {{"query", R"({"type":"posts"})"}}},
        {"query=%7B%22a%22%3A1%7D", {{"query", R"({"a":1})"}}},
        {"t=a+b%2Bc%20d", {{"t", "a b+c d"}}},
        {"t=100%", {{"t", "100%"}}},
        {"t=%zz%4", {{"t", "%zz%4"}}},
        {"t=%C3%A9%F0%9F%98%80", {{"t", "\xC3\xA9\xF0\x9F\x98\x80"}}},
        {"t=\xC3\xA9", {{"t", "\xC3\xA9"}}},
        {"%61=b", {{"a", "b"}}},
        {"t=%26%3D", {{"t", "&="}}},
    };
    for (const auto& [text, pairs] : table) EXPECT_EQ(parseQueryString(text), pairs) << text;
}

TEST(QueryString, RefusesWhatIsNoText) {
    for (const char* text : {"a=%00", "a=%FF", "a=%C3", "a=%C0%80", "a=%ED%A0%80", "a=%F5%80%80%80", "%FF=a"}) {
        try {
            parseQueryString(text);
            ADD_FAILURE() << text << " was accepted";
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 400) << text;
        }
    }
}

TEST(QueryString, NamesTheParameterThatIsNoText) {
    try {
        parseQueryString("good=1&bad=%FF");
        FAIL();
    } catch (const ApiError& error) {
        EXPECT_NE(error.message().find("'bad'"), std::string::npos) << error.message();
    }
}

TEST(RequestTarget, IsCutAtTheFirstQuestionMark) {
    using Parts = std::pair<std::string_view, std::string_view>;
    EXPECT_EQ(splitTarget("/v2/a/?b=c?d"), Parts("/v2/a/", "b=c?d"));
    EXPECT_EQ(splitTarget("/v2/a"), Parts("/v2/a", ""));
    EXPECT_EQ(splitTarget("http://host:80/v2/a?b"), Parts("/v2/a", "b"));
    EXPECT_EQ(splitTarget("http://host?b"), Parts("/", "b"));
    EXPECT_EQ(splitTarget("/v2/http://x"), Parts("/v2/http://x", ""));
}

}  // namespace
}  // namespace inkwell::kernel
