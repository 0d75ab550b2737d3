#include "merge_request_input.h"

#include "numbered_id.h"
#include "tests/support/problem_paths.h"

namespace inkwell::merge_requests {
namespace {

using test::body;
using test::Paths;

const std::string kFirst = "0123456789abcdef01234567";
const std::string kSecond = "0123456789abcdef01234568";

Paths paths(const NewMergeRequest& input) {
    Paths all;
    for (const Problem& problem : input.problems.list()) all.push_back(problem.path);
    std::sort(all.begin(), all.end());
    return all;
}

NewMergeRequest parse(std::string_view text) { return parseNewMergeRequest(body(text)); }

TEST(MergeRequestInput, TakesATitleASourceAndObjects) {
    const NewMergeRequest input =
        parse(R"({"title": "Spring", "source_bucket": "stage", "objects": [")" + kFirst + R"("], "pretty": "true"})");
    EXPECT_EQ(paths(input), Paths{});
    EXPECT_EQ(input.title, "Spring");
    EXPECT_EQ(input.sourceSlug, "stage");
    EXPECT_EQ(input.objectIds, std::vector<std::string>{kFirst});
}

TEST(MergeRequestInput, NamesEveryMemberThatIsMissingWrongOrUnknown) {
    EXPECT_EQ(paths(parse("{}")), (Paths{"objects", "source_bucket", "title"}));
    EXPECT_EQ(paths(parse(R"({"title": 7, "source_bucket": null, "objects": "all", "status": "open"})")),
              (Paths{"objects", "source_bucket", "status", "title"}));
    EXPECT_EQ(paths(parse(R"({"title": " ", "source_bucket": "s", "objects": []})")), (Paths{"objects", "title"}));
}

TEST(MergeRequestInput, NamesEveryObjectThatIsNoIdOrThereTwice) {
    const NewMergeRequest input = parse(R"({"title": "T", "source_bucket": "s", "objects": ["no-id", ")" + kFirst +
                                        R"(", 7, ")" + kFirst + R"(", ")" + kSecond + R"("]})");
    EXPECT_EQ(paths(input), (Paths{"objects[0]", "objects[2]", "objects[3]"}));
    EXPECT_EQ(input.objectIds, (std::vector<std::string>{kFirst, kSecond}));
    EXPECT_EQ(input.places, (std::vector<std::size_t>{1, 4}));
}

TEST(MergeRequestInput, ALongTextIsNotRepeated) {
    const NewMergeRequest input =
        parse(R"({"title": "T", "source_bucket": "s", "objects": [")" + std::string(5000, 'x') + R"("]})");
    ASSERT_EQ(paths(input), Paths{"objects[0]"});
    EXPECT_LT(input.problems.list()[0].message.size(), 100U);
}

TEST(MergeRequestInput, TakesAThousandObjectsAndNoMore) {
    const auto with = [](int count) {
        JsonArray ids;
        for (int i = 0; i < count; ++i) ids.emplace_back(testkit::numberedId(i));
        return parseNewMergeRequest({{"title", "T"}, {"source_bucket", "s"}, {"objects", ids}});
    };
    EXPECT_EQ(paths(with(1000)), Paths{});
    EXPECT_EQ(with(1000).objectIds.size(), 1000U);
    EXPECT_EQ(paths(with(1001)), Paths{"objects"});
}

TEST(MergeRequestInput, CompletionMayAskForWebhooks) {
    EXPECT_FALSE(parseCompletion({}).triggerWebhook);
    EXPECT_TRUE(parseCompletion({{"trigger_webhook", true}, {"pretty", true}}).triggerWebhook);
    EXPECT_EQ(test::problemPaths(parseCompletion, R"({"trigger_webhook": 1, "force": true})"),
              (Paths{"force", "trigger_webhook"}));
}

TEST(MergeRequestInput, CompletionMayNameTheStateThatWasLookedAt) {
    EXPECT_EQ(parseCompletion({}).state, std::nullopt);
    EXPECT_EQ(parseCompletion({{"state", "ab"}}).state, "ab");
    EXPECT_EQ(parseCompletion({{"state", ""}}).state, "") << "no state, and so another one";
    EXPECT_EQ(test::problemPaths(parseCompletion, R"({"state": 1})"), (Paths{"state"}));
}

}  // namespace
}  // namespace inkwell::merge_requests
