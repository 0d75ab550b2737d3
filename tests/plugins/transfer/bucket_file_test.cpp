#include "bucket_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <sstream>
#include <streambuf>

#include "inkwell/bucket_filling.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::transfer {
namespace {

/// A file with one section, made as it is read: never in memory as a whole.
class LongFile : public std::streambuf {
public:
    LongFile(std::size_t items, std::string item) : left_(items), item_("\"" + std::move(item) + "\"") {
        show(R"({"bucket":{"words":[)" + item_);
    }

protected:
    int_type underflow() override {
        if (left_ == 0) return traits_type::eof();
        show(--left_ == 0 ? "]}}" : "," + item_);
        return traits_type::to_int_type(*gptr());
    }

private:
    void show(std::string part) {
        part_ = std::move(part);
        setg(part_.data(), part_.data(), part_.data() + part_.size());
    }
    std::size_t left_;
    const std::string item_;
    std::string part_;
};

/// A section of texts; "bad" is a problem.
class Words : public BucketTransfer {
public:
    std::string member() const override { return "words"; }
    int rank() const override { return 1; }
    void exportAll(const Bucket&, const TakeEntry& take) override {
        for (const Json& word : words) take(word);
        for (std::size_t i = 0; i < more; ++i) {
            take(Json(std::string(1000, 'x')));
            if (onItem) onItem();
        }
    }
    JsonArray exportSome(const Bucket&, TransferSelection&) override { return {}; }
    void importAll(ImportItems& items, const std::string& path, ImportContext& context) override {
        items.forEach([&](std::size_t i, const Json& item) {
            if (item == "bad") context.problem(path + "[" + std::to_string(i) + "]", "is bad");
            context.created();
            if (onItem) onItem();
        });
        actor = context.actor();
    }
    JsonArray words;
    std::size_t more = 0;  // that are exported
    std::string actor;
    std::function<void()> onItem;
};

class BucketFileTest : public testing::Test {
protected:
    BucketFileTest() {
        auto bucket = std::make_shared<Bucket>();
        bucket->slug = "blog";
        bucket->title = "Bl\"og";
        bucket_ = bucket;
        fixture_.contribute<BucketTransfer>(words_);
    }
    test::PluginFixture fixture_;
    std::shared_ptr<const Bucket> bucket_;
    Words words_;
    const test::TemporaryFolder temporary_;
    const std::string folder_ = temporary_.path().string();
    BucketFile file_{fixture_, folder_, 100'000};
};

TEST_F(BucketFileTest, HoldsEverySectionAndLeavesNoFile) {
    words_.words = {"a", "b"};
    const StreamBody body = file_.exportAll(*bucket_);
    const std::string text{std::istreambuf_iterator<char>(*body.bytes), std::istreambuf_iterator<char>()};
    EXPECT_EQ(text, R"({"format":"inkwell-bucket/1","bucket":{"title":"Bl\"og","slug":"blog",)"
                    R"("base_url":"http://localhost:8055","words":["a","b"]}})");
    EXPECT_EQ(body.length, static_cast<std::int64_t>(text.size()));
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(BucketFileTest, IsImportedInTheNameOfItsCaller) {
    std::istringstream file(R"({"bucket": {"words": ["a", "b"], "title": "x"}})");
    const ImportSummary summary = file_.importAll(bucket_, Access::user("u1", Membership{}), file, {true, "r1"});
    ASSERT_EQ(summary.sections.size(), 1U);
    EXPECT_EQ(summary.sections[0].second.created, 2);
    EXPECT_EQ(words_.actor, "u1");
}

std::int64_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::int64_t all = 0;
    std::int64_t resident = 0;
    file >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

TEST_F(BucketFileTest, AnExportHoldsNoSectionInMemory) {
    if (test::isSanitized()) GTEST_SKIP() << "a sanitizer holds what was freed";
    constexpr std::int64_t kBound = 16 * 1024 * 1024;
    words_.more = 64 * 1024;
    std::int64_t most = 0;
    std::size_t seen = 0;
    words_.onItem = [&] {
        if (seen++ % 1024 == 0) most = std::max(most, residentBytes());
    };
    const std::int64_t before = most = residentBytes();
    const StreamBody body = file_.exportAll(*bucket_);
    EXPECT_EQ(seen, words_.more);
    EXPECT_GT(body.length, 64 * 1000 * 1000);
    EXPECT_LT(most - before, kBound) << "of a section of " << words_.more << " kilobytes";
}

TEST_F(BucketFileTest, AnImportHoldsNoSectionInMemory) {
    if (test::isSanitized()) GTEST_SKIP() << "a sanitizer holds what was freed";
    constexpr std::size_t kItems = 64 * 1024;  // of a kilobyte each
    constexpr std::int64_t kBound = 16 * 1024 * 1024;
    std::int64_t most = 0;
    std::size_t seen = 0;
    words_.onItem = [&] {
        if (seen++ % 1024 == 0) most = std::max(most, residentBytes());
    };
    for (const bool isTrial : {true, false}) {
        LongFile text(kItems, std::string(1000, 'x'));
        std::istream file(&text);
        seen = 0;
        const std::int64_t before = most = residentBytes();
        const ImportSummary summary = file_.importAll(bucket_, Access::system(), file, {isTrial, "r1"});
        EXPECT_EQ(summary.sections.at(0).second.created, static_cast<std::int64_t>(kItems));
        EXPECT_EQ(seen, kItems);
        EXPECT_LT(most - before, kBound) << "of a section of " << kItems << " kilobytes";
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << "nothing is left of the file";
}

TEST_F(BucketFileTest, FillsNoBucketThatWasDeletedWhileItCame) {
    fixture_.captured().on<BucketFilling>([](BucketFilling& event) { throw ApiError::notFound("bucket", event.slug); });
    bool isSeen = false;
    words_.onItem = [&] { isSeen = true; };
    for (const bool isTrial : {true, false}) {
        std::istringstream file(R"({"bucket": {"words": ["a"]}})");
        EXPECT_EQ(test::errorOf([&] {
                      file_.importAll(bucket_, Access::system(), file, {isTrial, "r1"});
                  }),
                  "404: bucket 'blog' was not found");
    }
    EXPECT_FALSE(isSeen);
}

TEST_F(BucketFileTest, IsImportedOnceThereIsRoomForItsLargestItem) {
    bool isSeen = false;
    words_.onItem = [&] { isSeen = true; };
    std::size_t asked = 0;
    const auto takeRoom = [&](std::size_t bytes) {
        asked = bytes;
        throw ApiError::unavailable("too many large bodies are under way; try again", 2);
    };
    std::istringstream file(R"({"bucket": {"words": ["a", [1, 2], "b"]}})");
    EXPECT_EQ(test::errorOf(
                  [&] { file_.importAll(bucket_, Access::system(), file, {.requestId = "r1", .takeRoom = takeRoom}); }),
              "503: too many large bodies are under way; try again");
    EXPECT_EQ(asked, memoryOfJson("[1,2]"));
    EXPECT_FALSE(isSeen);
}

TEST_F(BucketFileTest, SaysThatItCannotBeKept) {
    BucketFile file(fixture_, "/dev/null/folder", 10);
    std::istringstream given(R"({"bucket": {"words": []}})");
    for (const auto& act : {std::function<void()>([&] { file.exportAll(*bucket_); }), std::function<void()>([&] {
                                file.importAll(bucket_, Access::system(), given, {false, "r1"});
                            })}) {
        try {
            act();
            ADD_FAILURE() << "there is no such folder";
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 503) << error.what();
        }
    }
}

TEST_F(BucketFileTest, HasNoMoreEntriesThanOthersMayWaitFor) {
    BucketFile small(fixture_, folder_, 2);
    for (const bool isTrial : {true, false}) {
        std::istringstream few(R"({"bucket": {"words": ["a", "b"]}})");
        EXPECT_NO_THROW(small.importAll(bucket_, Access::system(), few, {.isTrial = isTrial, .requestId = "r1"}));
        std::istringstream many(R"({"bucket": {"words": ["a", "b", "c"]}})");
        EXPECT_EQ(
            test::errorOf(
                [&] { small.importAll(bucket_, Access::system(), many, {.isTrial = isTrial, .requestId = "r1"}); }),
            "413: the file has 3 entries and 38 bytes, and an import may have at most 2 and 4096, because all other "
            "writers wait for it; divide the file, or have an operator raise 'transfer.max_import_items' or run "
            "'inkwell "
            "import'");
        std::istringstream heavy(R"({"bucket": {"words": [")" + std::string(6200, 'x') + R"("]}})");
        EXPECT_EQ(
            test::errorOf(
                [&] { small.importAll(bucket_, Access::system(), heavy, {.isTrial = isTrial, .requestId = "r1"}); }),
            "413: the file has 1 entry and 6227 bytes, and an import may have at most 2 and 4096, because all other "
            "writers wait for it; divide the file, or have an operator raise 'transfer.max_import_items' or run "
            "'inkwell "
            "import'");
    }
}

TEST_F(BucketFileTest, IsImportedByItselfWhereOthersWait) {
    std::string second;
    words_.onItem = [&] {
        std::istringstream file(R"({"bucket": {"words": ["b"]}})");
        const auto import = [&] { file_.importAll(bucket_, Access::system(), file, {.requestId = "r2"}); };
        second = std::async(std::launch::async, [&] { return test::errorOf(import); }).get();
    };
    std::istringstream file(R"({"bucket": {"words": ["a"]}})");
    file_.importAll(bucket_, Access::system(), file, {.requestId = "r1"});
    EXPECT_EQ(second, "503: another file is being imported: try again when it is done");
}

TEST(BucketFileOfManyWriters, IsImportedBesideOthersWhateverItHas) {
    test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
    test::PluginFixture fixture("database_mysql",
                                {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}});
    Words words;
    fixture.contribute<BucketTransfer>(words);
    const test::TemporaryFolder folder;
    BucketFile file(fixture, folder.path().string(), 1);
    std::istringstream given(R"({"bucket": {"words": ["a", "b"]}})");
    auto bucket = std::make_shared<Bucket>();
    EXPECT_NO_THROW(file.importAll(bucket, Access::system(), given, {.requestId = "r1"}));
}

TEST_F(BucketFileTest, NamesEveryProblem) {
    std::istringstream file(R"({"bucket": {"words": ["a", "bad", "bad"], "other": []}})");
    try {
        file_.importAll(bucket_, Access::system(), file, {false, "r1"});
        ADD_FAILURE() << "the file was imported";
    } catch (const ApiError& error) {
        ASSERT_EQ(error.problems().size(), 3U);
        EXPECT_EQ(error.problems()[0].path, "bucket.other");
        EXPECT_EQ(error.problems()[2].path, "bucket.words[2]");
    }
}

}  // namespace
}  // namespace inkwell::transfer
