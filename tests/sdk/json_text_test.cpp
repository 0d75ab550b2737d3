#include "inkwell/json_text.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace inkwell {
namespace {

std::vector<std::pair<std::string, std::string>> walk(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> found;
    for (JsonWalk each(text); each.next();) found.emplace_back(each.key(), each.value());
    return found;
}

using Found = std::vector<std::pair<std::string, std::string>>;

TEST(JsonWalk, FindsMembersAndElementsAsTheyStand) {
    EXPECT_EQ(walk("{}"), Found{});
    EXPECT_EQ(walk("[]"), Found{});
    EXPECT_EQ(walk(R"({"a":1,"b\"]":"c}\\","d":{"e":["}"]},"f":null})"),
              (Found{{"a", "1"}, {R"(b\"])", R"("c}\\")"}, {"d", R"({"e":["}"]})"}, {"f", "null"}}));
    EXPECT_EQ(walk(R"([[],"x",{},-1.5e-9])"), (Found{{"", "[]"}, {"", "\"x\""}, {"", "{}"}, {"", "-1.5e-9"}}));
}

TEST(JsonWalk, ReadsWhateverWriteJsonWrites) {
    const JsonObject object{
        {"text", "a\"b\\\\\"c\n\x01"}, {"list", JsonArray{1, "]", JsonObject{{"k", "\\"}}}}, {"", true}};
    const std::string text = writeJson(object);
    std::string again = "{";
    for (JsonWalk each(text); each.next();) {
        if (again.size() > 1) again += ',';
        (((again += '"') += each.key()) += "\":") += each.value();
    }
    EXPECT_EQ(again + "}", text);
}

TEST(JsonWalk, RefusesWhatIsNotWrittenSo) {
    for (const char* text : {"", "x", "{", "[", "{\"a\" :1}", "{\"a\":1", "[1, 2]", "[1]x", "{\"a\":}", "[\"a]", "[1,]",
                             "{a:1}", "[{]", "[[1}"}) {
        EXPECT_THROW(walk(text), std::runtime_error) << text;
    }
}

TEST(JsonText, GrowsInPiecesOfItsMemory) {
    boost::json::monotonic_resource memory;
    JsonText text(&memory);
    std::string expected;
    for (int i = 0; i < 3000; ++i) {
        const std::string part(static_cast<std::size_t>(i % 700), static_cast<char>('a' + i % 26));
        text.add(part);
        text.addNumber(-i);
        expected += part + std::to_string(-i);
    }
    EXPECT_EQ(text.size(), expected.size());
    EXPECT_EQ(text.joined(), expected);
}

TEST(JsonText, TakesOverAnotherOne) {
    boost::json::monotonic_resource memory;
    JsonText inner(&memory);
    inner.add("inner");
    JsonText elsewhere;
    elsewhere.add("elsewhere");
    JsonText text(&memory);
    text.add("[");
    text.add(std::move(inner));
    text.add(std::move(elsewhere));
    text.add("]");
    EXPECT_EQ(text.joined(), "[innerelsewhere]");
    JsonText moved(std::move(text));
    EXPECT_EQ(moved.joined(), "[innerelsewhere]");
    moved = JsonText();
    EXPECT_EQ(moved.joined(), "");
}

TEST(JsonText, QuotesAsWriteJsonDoes) {
    for (const char* text : {"", "plain", "a\"b", "\\ \n\t\r\b\f \x01", "\xc3\xa9"}) {
        std::string quoted;
        addQuoted(quoted, text);
        EXPECT_EQ(quoted, writeJson(Json(text)));
    }
}

}  // namespace
}  // namespace inkwell
