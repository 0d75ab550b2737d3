#include "bucket_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::transfer {
namespace {

/// A section of texts; "bad" is a problem.
class Words : public BucketTransfer {
public:
    std::string member() const override { return "words"; }
    int rank() const override { return 1; }
    JsonArray exportAll(const Bucket&) override { return words; }
    JsonArray exportSome(const Bucket&, TransferSelection&) override { return {}; }
    void importAll(const JsonArray& items, const std::string& path, ImportContext& context) override {
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (items[i] == "bad") context.problem(path + "[" + std::to_string(i) + "]", "is bad");
            context.created();
        }
        actor = context.actor();
    }
    JsonArray words;
    std::string actor;
};

class BucketFileTest : public testing::Test {
protected:
    BucketFileTest() {
        auto bucket = std::make_shared<Bucket>();
        bucket->title = "Bl\"og";
        bucket_ = bucket;
        fixture_.contribute<BucketTransfer>(words_);
    }
    test::PluginFixture fixture_;
    std::shared_ptr<const Bucket> bucket_;
    Words words_;
    std::string folder_ = std::filesystem::temp_directory_path() / "inkwell-bucket-file-test";
    BucketFile file_{fixture_, folder_};
};

TEST_F(BucketFileTest, HoldsEverySectionAndLeavesNoFile) {
    words_.words = {"a", "b"};
    const StreamBody body = file_.exportAll(*bucket_);
    const std::string text{std::istreambuf_iterator<char>(*body.bytes), std::istreambuf_iterator<char>()};
    EXPECT_EQ(text, R"({"format":"inkwell-bucket/1","bucket":{"title":"Bl\"og","words":["a","b"]}})");
    EXPECT_EQ(body.length, static_cast<std::int64_t>(text.size()));
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
    std::filesystem::remove_all(folder_);
}

TEST_F(BucketFileTest, IsImportedInTheNameOfItsCaller) {
    const Json file = parseJson(R"({"bucket": {"words": ["a", "b"], "title": "x"}})");
    const ImportSummary summary = file_.importAll(bucket_, Access::user("u1", Membership{}), file, true, "r1");
    ASSERT_EQ(summary.sections.size(), 1U);
    EXPECT_EQ(summary.sections[0].second.created, 2);
    EXPECT_EQ(words_.actor, "u1");
}

TEST_F(BucketFileTest, NamesEveryProblem) {
    const Json file = parseJson(R"({"bucket": {"words": ["a", "bad", "bad"], "other": []}})");
    try {
        file_.importAll(bucket_, Access::system(), file, false, "r1");
        ADD_FAILURE() << "the file was imported";
    } catch (const ApiError& error) {
        ASSERT_EQ(error.problems().size(), 3U);
        EXPECT_EQ(error.problems()[0].path, "bucket.other");
        EXPECT_EQ(error.problems()[2].path, "bucket.words[2]");
    }
}

}  // namespace
}  // namespace inkwell::transfer
