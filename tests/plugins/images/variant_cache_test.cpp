#include "variant_cache.h"

#include <cstdlib>
#include <fstream>
#include <optional>

#include "temporary_file.h"
#include "tests/plugins/images/workshop.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::images {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kPictureBytes = 1000;
constexpr std::int64_t kTakenBytes = 4096 + 512;    // a block of the disk, a row of memory
constexpr std::int64_t kTrailerBytes = 4 + 4 + 16;  // "b1/a", the length of that, a checksum

class TemporaryFolderOfTheSystem {
public:
    explicit TemporaryFolderOfTheSystem(const fs::path& path) { ::setenv("TMPDIR", path.c_str(), 1); }
    ~TemporaryFolderOfTheSystem() {
        if (before_) {
            ::setenv("TMPDIR", before_->c_str(), 1);
        } else {
            ::unsetenv("TMPDIR");
        }
    }
    TemporaryFolderOfTheSystem(const TemporaryFolderOfTheSystem&) = delete;
    TemporaryFolderOfTheSystem& operator=(const TemporaryFolderOfTheSystem&) = delete;

private:
    static std::optional<std::string> now() {
        const char* value = std::getenv("TMPDIR");
        return value == nullptr ? std::nullopt : std::optional<std::string>(value);
    }
    const std::optional<std::string> before_ = now();
};

class Cache : public Workshop {
protected:
    void SetUp() override { open(3 * kTakenBytes); }  // without pictures, so that nothing is left out

    void open(std::int64_t maxBytes, Log* log = nullptr, VariantCache::Look look = VariantCache::look) {
        cache_.emplace(folder() / "cache", maxBytes, log, std::move(look));
    }
    VariantCache& cache() { return *cache_; }
    std::shared_ptr<const Variant> add(const std::string& key, std::int64_t size = kPictureBytes,
                                       const Source& source = {"b1", "a"}) {
        const std::string path = write(std::string(static_cast<std::size_t>(size), key.front()), "finished");
        return cache().add(key, Format::Png, openForReading(path).get(), source);
    }
    bool has(const std::string& key) { return cache().find(key) != nullptr; }
    fs::path pathOf(const std::string& key) const {
        return folder() / "cache" / "variants" / key.substr(0, 2) / (key + ".png");
    }
    int files() const {
        int count = 0;
        for (const auto& file : fs::recursive_directory_iterator(folder() / "cache")) count += file.is_regular_file();
        return count;
    }

private:
    std::optional<VariantCache> cache_;
};

TEST_F(Cache, KeepsWhatItIsGiven) {
    EXPECT_FALSE(has("aa01"));
    add("aa01");
    const auto found = cache().find("aa01");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->format(), Format::Png);
    EXPECT_EQ(found->sizeBytes(), kPictureBytes);
    EXPECT_EQ(readAll(found), std::string(kPictureBytes, 'a'));
    EXPECT_EQ(readAll(found), std::string(kPictureBytes, 'a')) << "every stream is its own";
}

TEST_F(Cache, StaysBelowItsBoundAndForgetsWhatWasAskedForLongestAgo) {
    add("aa01");
    add("bb02");
    add("cc03");
    EXPECT_TRUE(has("aa01"));
    add("dd04");
    EXPECT_EQ(cache().bytes(), 3 * kTakenBytes);
    EXPECT_EQ(files(), 3);
    EXPECT_TRUE(has("aa01"));
    EXPECT_FALSE(has("bb02"));
    EXPECT_TRUE(has("cc03"));
}

TEST_F(Cache, SaysOnceThatItsFolderTakesNothing) {
    struct Lines : Log {
        void write(LogLevel, std::string_view text) noexcept override { all.emplace_back(text); }
        std::vector<std::string> all;
    } log;
    open(3 * kTakenBytes, &log);
    add("aa01");
    fs::remove_all(folder() / "cache");
    std::ofstream(folder() / "cache") << "no folder";
    EXPECT_EQ(readAll(add("bb02")).size(), 1000u);
    EXPECT_EQ(readAll(add("cc03")).size(), 1000u);
    EXPECT_FALSE(has("cc03"));
    const std::string name = "the folder '" + (folder() / "cache").string() + "'";
    EXPECT_EQ(log.all, std::vector<std::string>{"images are made, but not kept: " + name +
                                                " cannot be written: Not a directory"});
    fs::remove(folder() / "cache");
    add("dd04");
    add("ee05");
    ASSERT_EQ(log.all.size(), 2u);
    EXPECT_EQ(log.all[1], "images are kept again: " + name + " can be written");
    EXPECT_EQ(cache().notKept(), 2);
}

TEST_F(Cache, LeavesOfItsDiskWhatTheDatabaseNeeds) {
    constexpr std::uintmax_t kDisk = std::uintmax_t{100} << 30U;
    std::uintmax_t available = (std::uintmax_t{64} << 20U) + kPictureBytes;
    open(3 * kTakenBytes, nullptr, [&](const fs::path&) { return fs::space_info{kDisk, available, available}; });
    add("aa01");
    EXPECT_TRUE(has("aa01"));
    --available;
    EXPECT_EQ(readAll(add("bb02")).size(), 1000u);
    EXPECT_FALSE(has("bb02"));
    EXPECT_EQ(cache().notKept(), 1);
    EXPECT_TRUE(has("aa01"));
}

// A killed process leaves no picture that was not to be kept, wherever it was made.
TEST_F(Cache, NamesNoFileOutsideOfItsFolder) {
    const test::TemporaryFolder system;
    const TemporaryFolderOfTheSystem elsewhere(system.path());
    fs::remove_all(folder() / "cache");
    std::ofstream(folder() / "cache") << "no folder";
    EXPECT_EQ(cache().workFolder(), system.path());
    const auto made = add("aa01");
    const Descriptor unnamed = createUnnamed(cache().workFolder());
    EXPECT_TRUE(fs::is_empty(system.path()));
    EXPECT_EQ(readAll(made), std::string(kPictureBytes, 'a'));
}

TEST_F(Cache, ServesWhatIsTooLargeToKeep) {
    const auto large = add("ee05", 13 * kPictureBytes);
    EXPECT_EQ(readAll(large).size(), 13'000u);
    EXPECT_FALSE(has("ee05"));
    EXPECT_EQ(files(), 0);
}

TEST_F(Cache, CountsWhatAPictureTakesOfTheDisk) {
    open(100 * kTakenBytes);
    add("aa01", 1);
    EXPECT_EQ(cache().bytes(), 4096 + 512);
    add("bb02", 4096 - kTrailerBytes);
    EXPECT_EQ(cache().bytes(), 2 * (4096 + 512));
    add("cc03", 4096 - kTrailerBytes + 1);
    EXPECT_EQ(cache().bytes(), 2 * (4096 + 512) + 8192 + 512);
    open(100 * kTakenBytes);
    EXPECT_EQ(cache().bytes(), 2 * (4096 + 512) + 8192 + 512) << "so does the next run";
    fs::remove(pathOf("cc03"));
    EXPECT_FALSE(has("cc03"));
    EXPECT_EQ(cache().bytes(), 2 * (4096 + 512));
}

TEST_F(Cache, LeavesAnOpenPictureReadable) {
    const auto first = add("aa01");
    for (const char* key : {"bb02", "cc03", "dd04"}) add(key);
    EXPECT_FALSE(has("aa01"));
    EXPECT_EQ(readAll(first), std::string(kPictureBytes, 'a'));
}

TEST_F(Cache, SurvivesARestart) {
    for (const char* key : {"aa01", "bb02", "cc03"}) {
        add(key);
        fs::last_write_time(pathOf(key), fs::file_time_type::clock::now() - std::chrono::hours('e' - key[0]));
    }
    std::ofstream(cache().workFolder() / "of-a-crash") << "half a picture";
    open(2 * kTakenBytes);
    EXPECT_EQ(cache().bytes(), 2 * kTakenBytes) << "the new bound holds from the start";
    EXPECT_EQ(files(), 2) << "what was being made is gone";
    EXPECT_FALSE(has("aa01")) << "the one asked for longest ago";
    EXPECT_EQ(readAll(cache().find("cc03")), std::string(kPictureBytes, 'c'));
}

TEST_F(Cache, DropsFilesThatWereDamaged) {
    for (const char* key : {"aa01", "bb02", "cc03"}) add(key);
    fs::resize_file(pathOf("aa01"), 700);
    std::fstream(pathOf("bb02"), std::ios::in | std::ios::out) << "changed";
    std::ofstream(folder() / "cache" / "variants" / "stranger.txt") << "not ours";
    std::ofstream(folder() / "cache" / "variants" / "dd04.png") << "tiny";
    open(10 * kTakenBytes);
    EXPECT_FALSE(has("aa01"));
    EXPECT_FALSE(has("bb02"));
    EXPECT_FALSE(has("dd04"));
    EXPECT_TRUE(has("cc03"));
    EXPECT_EQ(cache().bytes(), kTakenBytes);
    add("aa01");
    EXPECT_EQ(readAll(cache().find("aa01")), std::string(kPictureBytes, 'a'));
}

TEST_F(Cache, KnowsWhatItsPicturesAreMadeOf) {
    open(100 * kTakenBytes);
    add("aa01", 10, {"b1", "dawn.png"});
    add("bb02", 10, {"b1", "dawn.png"});
    add("cc03", 10, {"b1", std::string(2000, 'n') + "/x"});
    add("dd04", 10, {"b2", "dawn.png"});
    for (int run = 0; run < 2; ++run) {
        EXPECT_EQ(cache().sources(), (std::map<std::string, VariantCache::Names>{
                                         {"b1", {"dawn.png", std::string(2000, 'n') + "/x"}}, {"b2", {"dawn.png"}}}));
        EXPECT_EQ(readAll(cache().find("cc03")), std::string(10, 'c'));
        open(100 * kTakenBytes);
    }
    EXPECT_EQ(cache().sourcesIn("b2"), VariantCache::Names{"dawn.png"});
    EXPECT_EQ(cache().sourcesIn("b3"), VariantCache::Names{});
}

TEST_F(Cache, RemovesThePicturesOfMedia) {
    open(100 * kTakenBytes);
    add("aa01", 10, {"b1", "dawn.png"});
    add("bb02", 10, {"b1", "dawn.png"});
    add("cc03", 10, {"b1", "dusk.png"});
    add("dd04", 10, {"b2", "dawn.png"});
    cache().remove("b1", {"dawn.png", "noon.png"});
    EXPECT_FALSE(has("aa01"));
    EXPECT_FALSE(has("bb02"));
    EXPECT_TRUE(has("cc03"));
    EXPECT_TRUE(has("dd04"));
    EXPECT_EQ(files(), 2);
    EXPECT_EQ(cache().bytes(), 2 * kTakenBytes);
}

TEST_F(Cache, KeepsNothingOfWhatIsNoMedia) {
    EXPECT_EQ(readAll(add("aa01", 10, {"", "upload"})), std::string(10, 'a'));
    EXPECT_FALSE(has("aa01"));
    EXPECT_EQ(files(), 0);
    EXPECT_EQ(cache().notKept(), 0) << "the folder would have taken it";
}

TEST_F(Cache, ThrowsAwayWhatAnEarlierVersionKept) {
    const fs::path earlier = folder() / "cache" / "variants" / "aa" / "aa01.png";
    fs::create_directories(earlier.parent_path());
    std::ofstream(earlier) << std::string(1016, 'p');
    open(100 * kTakenBytes);
    EXPECT_FALSE(fs::exists(earlier));
    EXPECT_EQ(cache().bytes(), 0);
}

TEST_F(Cache, NoticesFilesThatAreGone) {
    add("aa01");
    fs::remove(pathOf("aa01"));
    EXPECT_FALSE(has("aa01"));
    EXPECT_EQ(cache().bytes(), 0);
}

}  // namespace
}  // namespace inkwell::images
