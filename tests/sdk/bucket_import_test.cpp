#include "inkwell/bucket_import.h"

#include <gtest/gtest.h>

#include <sstream>

#include "inkwell/access.h"

namespace inkwell {
namespace {

using Texts = std::vector<std::string>;

/// Notes each item; the text "bad" is a problem.
class Words : public BucketTransfer {
public:
    Words(std::string name, int rank, Texts& log) : name_(std::move(name)), rank_(rank), log_(log) {}
    std::string member() const override { return name_; }
    int rank() const override { return rank_; }
    void exportAll(const Bucket&, const TakeEntry&) override {}
    JsonArray exportSome(const Bucket&, TransferSelection&) override { return {}; }
    void importAll(ImportItems& items, const std::string& path, ImportContext& context) override {
        items.forEach([&](std::size_t index, const Json& item) {
            log_.push_back(context.actor() + " " + path + " " + std::string(item.as_string()));
            if (item == "bad") context.problem(path + "[" + std::to_string(index) + "]", "is bad");
            context.note("a word");
            if (item == "wait") context.later([this] { log_.push_back("later"); });
            index == 0 ? context.created() : context.unchanged();
        });
    }

private:
    const std::string name_;
    const int rank_;
    Texts& log_;
};

class Import : public testing::Test {
protected:
    BucketImport import(const std::string& text, BucketImport::Options options = {}) {
        std::istringstream file(text);
        BucketFileReader reader(file);
        BucketImport import(bucket_, {&late_, &early_}, std::move(options));
        total_ = import.itemsOf(reader);
        import.run(reader);
        return import;
    }
    static Texts textOf(const std::vector<Problem>& problems) {
        Texts all;
        for (const Problem& one : problems) all.push_back(one.path + ": " + one.message);
        return all;
    }

    Bucket bucket_;
    Texts log_;
    Words late_{"late", 2, log_};
    Words early_{"early", 1, log_};
    std::size_t total_ = 0;
};

TEST_F(Import, RunsTheSectionsByRankWhateverTheirOrderInTheFile) {
    Texts progress;
    const BucketImport done =
        import(R"({"bucket":{"title":"x","late":["a","b"],"early":["c"],"created_by":null}})",
               {.actor = "u1", .progress = [&](const std::string& section, std::size_t did, std::size_t total) {
                    progress.push_back(section + " " + std::to_string(did) + "/" + std::to_string(total));
                }});
    EXPECT_EQ(log_, (Texts{"u1 bucket.early c", "u1 bucket.late a", "u1 bucket.late b"}));
    EXPECT_EQ(progress, (Texts{"early 1/1", "late 1/2", "late 2/2"}));
    EXPECT_EQ(total_, 3U);
    ASSERT_EQ(done.summary().sections.size(), 2U);
    EXPECT_EQ(done.summary().sections[1].first, "late");
    EXPECT_EQ(done.summary().sections[1].second.created, 1);
    EXPECT_EQ(done.summary().sections[1].second.unchanged, 1);
    EXPECT_EQ(done.summary().notes.at("a word"), 3);
    EXPECT_EQ(done.problemCount(), 0U);
}

TEST_F(Import, WhatIsLeftForLaterIsDoneAfterAllSectionsUnlessThereAreProblems) {
    import(R"({"bucket":{"late":["a"],"early":["wait"]}})", {.actor = "u1"});
    EXPECT_EQ(log_, (Texts{"u1 bucket.early wait", "u1 bucket.late a", "later"}));
    log_.clear();
    import(R"({"bucket":{"late":["bad"],"early":["wait"]}})", {.actor = "u1"});
    EXPECT_EQ(log_, (Texts{"u1 bucket.early wait", "u1 bucket.late bad"}));
}

TEST_F(Import, NamesWhatNobodyImportsAndWhatIsNoSection) {
    EXPECT_EQ(
        textOf(import(R"({"bucket":{"secrets":[],"late":{},"early":null}})").problems()),
        (Texts{"bucket.secrets: no enabled plugin imports this part of a bucket", "bucket.late: must be an array"}));
    EXPECT_EQ(log_, Texts{});
}

TEST_F(Import, KeepsSomeRemarksAndCountsAll) {
    class Talkative : public Words {
    public:
        using Words::Words;
        void importAll(ImportItems& items, const std::string&, ImportContext& context) override {
            items.forEach([&](std::size_t index, const Json&) {
                for (int i = 0; i < 200; ++i) context.note("remark " + std::to_string(i));
                context.note("remark 0");
                index == 0 ? context.created() : context.unchanged();
            });
        }
    };
    Talkative talkative("words", 1, log_);
    std::istringstream file(R"({"bucket":{"words":["a"]}})");
    BucketFileReader reader(file);
    BucketImport import(bucket_, {&talkative}, {});
    import.run(reader);
    EXPECT_EQ(import.summary().notes.size(), 101U);
    EXPECT_EQ(import.summary().notes.at("remark 0"), 2);
    EXPECT_EQ(import.summary().notes.at("other remarks"), 100);
}

TEST(ImportBatch_, EndsWithManyItemsAndWithLongOnes) {
    std::vector<std::size_t> sizes;
    ImportBatch<int> batch([&](std::vector<int>& some) { sizes.push_back(some.size()); });
    for (std::size_t i = 0; i < ImportBatch<int>::kItems + 1; ++i) batch.add(1, 0);
    for (int i = 0; i < 3; ++i) batch.add(1, ImportBatch<int>::kBytes);
    for (int i = 0; i < 3; ++i) batch.add(1, ImportBatch<int>::kBytes / 2);
    batch.finish();
    batch.finish();
    EXPECT_EQ(sizes, (std::vector<std::size_t>{50, 2, 1, 1, 2, 1}));
}

TEST_F(Import, KeepsTheFirstProblemsAndCountsAll) {
    const BucketImport done = import(R"({"bucket":{"late":["bad","bad","bad"]}})", {.mostProblems = 2});
    EXPECT_EQ(textOf(done.problems()), (Texts{"bucket.late[0]: is bad", "bucket.late[1]: is bad"}));
    EXPECT_EQ(done.problemCount(), 3U);
}

}  // namespace
}  // namespace inkwell
