#include <gtest/gtest.h>

#include "inkwell/json.h"

namespace inkwell {
namespace {

class JsonReaderTest : public testing::Test {
protected:
    JsonReader& read(std::string_view body, std::string path = "") {
        object_ = parseJson(body).as_object();
        problems_ = Problems();
        return reader_.emplace(object_, std::move(path), problems_);
    }
    std::string firstProblem() const {
        if (problems_.empty()) return "none";
        return problems_.list()[0].path + " " + problems_.list()[0].message;
    }

    JsonObject object_;
    Problems problems_;
    std::optional<JsonReader> reader_;
};

TEST_F(JsonReaderTest, CountsLengthsInCodePoints) {
    EXPECT_EQ(read("{\"t\":\"\xC3\xA9\xF0\x9F\x98\x80\"}").text("t", 2), "\xC3\xA9\xF0\x9F\x98\x80");
    EXPECT_EQ(firstProblem(), "none");
    EXPECT_FALSE(read("{\"t\":\"\xC3\xA9\xF0\x9F\x98\x80x\"}").text("t", 2));
    EXPECT_EQ(firstProblem(), "t is 3 characters long; at most 2 are allowed");
}

TEST_F(JsonReaderTest, SaysWhatItGotInsteadOfAString) {
    EXPECT_FALSE(read(R"({"t":5})").text("t", 9));
    EXPECT_EQ(firstProblem(), "t must be a string, not a number");
    read(R"({"t":null})").text("t", 9);
    EXPECT_EQ(firstProblem(), "t must be a string, not null");
}

TEST_F(JsonReaderTest, AsksForARequiredText) {
    EXPECT_FALSE(read("{}").requiredText("t", 9));
    EXPECT_EQ(firstProblem(), "t is required");
    EXPECT_FALSE(read(R"({"t":""})").requiredText("t", 9));
    EXPECT_EQ(firstProblem(), "t must not be empty");
    EXPECT_EQ(read(R"({"t":"x"})").requiredText("t", 9), "x");
    EXPECT_EQ(read(R"({"t":""})").text("t", 9), "");
}

TEST_F(JsonReaderTest, LeavesAbsentMembersAlone) {
    JsonReader& reader = read("{}");
    EXPECT_FALSE(reader.has("t"));
    EXPECT_FALSE(reader.text("t", 9));
    EXPECT_FALSE(reader.choice("t", {"a"}));
    EXPECT_FALSE(reader.boolean("t"));
    EXPECT_FALSE(reader.integer("t"));
    EXPECT_FALSE(reader.texts("t", 9));
    EXPECT_EQ(reader.array("t"), nullptr);
    EXPECT_EQ(reader.object("t"), nullptr);
    EXPECT_EQ(reader.any("t"), nullptr);
    EXPECT_EQ(firstProblem(), "none");
}

TEST_F(JsonReaderTest, ListsTheAllowedChoices) {
    EXPECT_EQ(read(R"({"s":"draft"})").choice("s", {"draft", "published"}), "draft");
    EXPECT_FALSE(read(R"({"s":"Draft"})").choice("s", {"draft", "published"}));
    EXPECT_EQ(firstProblem(), "s must be one of 'draft', 'published'");
    EXPECT_FALSE(read(R"({"s":true})").choice("s", {"draft", "published"}));
    EXPECT_EQ(firstProblem(), "s must be one of 'draft', 'published', not a boolean");
}

TEST_F(JsonReaderTest, TakesBooleansOnlyWhereTheyAreNoEnum) {
    EXPECT_EQ(read(R"({"b":true})").boolean("b"), true);
    EXPECT_FALSE(read(R"({"b":"false"})").boolean("b"));
    EXPECT_EQ(firstProblem(), "b must be true or false, not a string");
    EXPECT_EQ(read(R"({"b":false})").flag("b"), false);
    EXPECT_EQ(read(R"({"b":"false"})").flag("b"), false);
    EXPECT_FALSE(read(R"({"b":"yes"})").flag("b"));
    EXPECT_EQ(firstProblem(), "b must be true or false");
    EXPECT_FALSE(read(R"({"b":1})").boolean("b"));
    EXPECT_EQ(firstProblem(), "b must be true or false, not a number");
}

TEST_F(JsonReaderTest, TakesWholeNumbersOnly) {
    EXPECT_EQ(read(R"({"n":-7})").integer("n"), -7);
    EXPECT_EQ(read(R"({"n":1769851800000.0})").integer("n"), 1769851800000);
    EXPECT_FALSE(read(R"({"n":1.5})").integer("n"));
    EXPECT_EQ(firstProblem(), "n must be a whole number");
    EXPECT_FALSE(read(R"({"n":18446744073709551615})").integer("n"));
    EXPECT_EQ(firstProblem(), "n is too large");
    EXPECT_FALSE(read(R"({"n":"7"})").integer("n"));
    EXPECT_EQ(firstProblem(), "n must be a whole number, not a string");
}

TEST_F(JsonReaderTest, TakesOneTextOrAList) {
    EXPECT_EQ(read(R"({"l":"a"})").texts("l", 9), std::vector<std::string>{"a"});
    EXPECT_EQ(read(R"({"l":["a","b"]})").texts("l", 9), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(read(R"({"l":[]})").texts("l", 9), std::vector<std::string>{});
    EXPECT_FALSE(read(R"({"l":["a",2,"too long"]})").texts("l", 3));
    ASSERT_EQ(problems_.list().size(), 2U);
    EXPECT_EQ(problems_.list()[0].path, "l[1]");
    EXPECT_EQ(problems_.list()[1].path, "l[2]");
    EXPECT_EQ(read(R"({"l":["a"]})").textArray("l", 9), std::vector<std::string>{"a"});
    EXPECT_FALSE(read(R"({"l":"a"})").textArray("l", 9));
    EXPECT_EQ(firstProblem(), "l must be an array of strings, not a string");
    EXPECT_FALSE(read(R"({"l":{}})").texts("l", 9));
    EXPECT_EQ(firstProblem(), "l must be a string or an array of strings, not an object");
}

TEST_F(JsonReaderTest, HandsOutContainers) {
    JsonReader& reader = read(R"({"a":[1],"o":{"x":1},"n":null})");
    EXPECT_EQ(reader.array("a")->size(), 1U);
    EXPECT_TRUE(reader.object("o")->contains("x"));
    EXPECT_TRUE(reader.any("n")->is_null());
    EXPECT_EQ(reader.array("o"), nullptr);
    EXPECT_EQ(firstProblem(), "o must be an array, not an object");
}

TEST_F(JsonReaderTest, RefusesEveryMemberThatNobodyAskedFor) {
    JsonReader& reader = read(R"({"title":"x","colour":1,"size":2})", "metafields[2]");
    reader.text("title", 9);
    reader.text("slug", 9);
    reader.refuseOthers();
    ASSERT_EQ(problems_.list().size(), 2U);
    EXPECT_EQ(firstProblem(), "metafields[2].colour is not a known field; known fields are: slug, title");
    EXPECT_EQ(problems_.list()[1].path, "metafields[2].size");
}

TEST_F(JsonReaderTest, ReadsMembersOfStoredDocumentsWithoutComplaint) {
    const JsonObject object = parseJson(R"({"t":"x","n":1,"a":[1]})").as_object();
    EXPECT_EQ(textOf(object, "t"), "x");
    EXPECT_EQ(textOf(object, "n"), "");
    EXPECT_EQ(textOf(object, "absent"), "");
    EXPECT_EQ(arrayOf(object, "a")->size(), 1U);
    EXPECT_EQ(arrayOf(object, "t"), nullptr);
    EXPECT_EQ(arrayOf(object, "absent"), nullptr);
}

}  // namespace
}  // namespace inkwell
