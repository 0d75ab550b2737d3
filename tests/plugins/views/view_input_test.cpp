#include "view_input.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell::views {
namespace {

std::string problemsOf(ViewInput (*parse)(const JsonObject&), const JsonObject& body) {
    const ViewInput input = parse(body);
    std::string all;
    for (const Problem& one : input.problems.list()) all += one.path + ": " + one.message + "\n";
    return all;
}

TEST(ViewInput, TakesWhatIsGiven) {
    View view;
    view.title = "Before";
    view.sort = "title";
    apply(parseViewEdit({{"title", "After"}, {"columns", {"title"}}, {"shared", true}}), view);
    EXPECT_EQ(view.title, "After");
    EXPECT_EQ(view.sort, "title");
    EXPECT_EQ(view.columns.at(0), "title");
    EXPECT_TRUE(view.isShared);
}

TEST(ViewInput, NamesEveryProblem) {
    JsonArray columns;
    for (int i = 0; i < 51; ++i) columns.emplace_back("c");
    const std::string problems =
        problemsOf(parseNewView, {{"columns", columns}, {"query", {{"title", std::string(8192, 'a')}}}, {"colour", 1}});
    EXPECT_NE(problems.find("title: "), std::string::npos) << problems;
    EXPECT_NE(problems.find("columns: must name at most 50 columns\n"), std::string::npos) << problems;
    EXPECT_NE(problems.find("query: must have at most 8192 bytes\n"), std::string::npos) << problems;
    EXPECT_NE(problems.find("colour: "), std::string::npos) << problems;
    EXPECT_EQ(problemsOf(parseViewEdit, {}), ": the body names nothing to change\n");
    EXPECT_EQ(problemsOf(parseViewEdit, {{"title", ""}}), "title: must not be empty\n");
    EXPECT_EQ(problemsOf(parseViewEdit, {{"title", " "}}), "title: must not be empty\n");
    EXPECT_EQ(problemsOf(parseNewView, {{"title", " "}}), "title: must not be empty\n");
}

}  // namespace
}  // namespace inkwell::views
