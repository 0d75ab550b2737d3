#include "media_store_suite.h"

#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

namespace inkwell::testkit {

using Kind = MediaStoreError::Kind;

// The testkit is linked by tests of other things too.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MediaStoreSuite);

void PrintTo(const MediaStoreCase& one, std::ostream* out) { *out << one.name; }

std::string MediaStoreSuite::nameOf(const testing::TestParamInfo<MediaStoreCase>& info) { return info.param.name; }

void MediaStoreSuite::put(const std::string& key, std::string_view bytes) {
    const std::unique_ptr<MediaWriter> writer = store_->begin(key, {"application/octet-stream"});
    writer->write(bytes);
    writer->commit();
}

bool MediaStoreSuite::adopt(const std::string& key, const std::filesystem::path& file) {
    const std::unique_ptr<MediaWriter> writer = store_->adopt(key, {"application/octet-stream"}, file);
    if (writer) writer->commit();
    return writer != nullptr;
}

std::string MediaStoreSuite::read(const std::string& key, std::int64_t offset, std::int64_t length) {
    const std::unique_ptr<std::istream> stream = store_->open(key, offset, length);
    std::string all(std::istreambuf_iterator<char>(*stream), {});
    EXPECT_FALSE(stream->bad()) << key;
    return all;
}

std::map<std::string, std::int64_t> MediaStoreSuite::list() {
    std::map<std::string, std::int64_t> all;
    store_->list([&](const MediaStore::Entry& entry) {
        EXPECT_GE(entry.ageMs, 0) << entry.key;
        EXPECT_TRUE(all.emplace(entry.key, entry.sizeBytes).second) << entry.key << " is listed twice";
    });
    return all;
}

void MediaStoreSuite::expectNotThere(const std::string& key) {
    EXPECT_EQ(kindOf([&] { store_->open(key); }), Kind::NotFound) << key;
    EXPECT_EQ(kindOf([&] { store_->open(key, 1, 0); }), Kind::NotFound) << key;
    EXPECT_EQ(kindOf([&] { store_->size(key); }), Kind::NotFound) << key;
    EXPECT_FALSE(list().contains(key)) << key;
}

Kind MediaStoreSuite::kindOf(const std::function<void()>& action) {
    try {
        action();
    } catch (const MediaStoreError& error) {
        EXPECT_STRNE(error.what(), "");
        return error.kind();
    }
    ADD_FAILURE() << "no MediaStoreError was thrown";
    return Kind::Other;
}

std::string MediaStoreSuite::noise(std::size_t bytes, unsigned seed) {
    std::mt19937_64 random(seed);
    std::string text;
    text.reserve(bytes + sizeof(std::uint64_t));
    while (text.size() < bytes) {
        const std::uint64_t next = random();
        text.append(reinterpret_cast<const char*>(&next), sizeof next);
    }
    text.resize(bytes);
    return text;
}

FileOfBytes::FileOfBytes(std::string_view bytes) {
    std::string folder = (std::filesystem::temp_directory_path() / "inkwell-testkit-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder can be made at " + folder);
    path_ = std::filesystem::path(folder) / "file";
    std::ofstream(path_, std::ios::binary) << bytes;
}

FileOfBytes::~FileOfBytes() {
    std::error_code ignored;
    std::filesystem::remove_all(path_.parent_path(), ignored);
}

std::string FileOfBytes::bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

namespace {

// More than the parts of a store that sends content in parts.
constexpr std::size_t kLarge = 20 * 1024 * 1024 + 17;

const std::string kBytes("a\0b\r\n\xFF\x80\n\n\x1A<&>", 13);

TEST_P(MediaStoreSuite, HasANameThatLocationsCanHold) {
    const auto location = MediaLocation::parse(MediaLocation{store_->name(), "k1"}.text());
    ASSERT_TRUE(location) << store_->name();
    EXPECT_EQ(location->store, store_->name());
    EXPECT_EQ(location->key, "k1");
}

TEST_P(MediaStoreSuite, GivesBackWhatWasWritten) {
    put("k1", kBytes);
    EXPECT_EQ(read("k1"), kBytes);
    EXPECT_EQ(store_->size("k1"), static_cast<std::int64_t>(kBytes.size()));
    EXPECT_EQ(read("k1"), kBytes) << "a second time";
}

TEST_P(MediaStoreSuite, KeepsAnEmptyContent) {
    put("empty", "");
    store_->begin("untouched", {"text/plain"})->commit();
    for (const std::string key : {"empty", "untouched"}) {
        EXPECT_EQ(store_->size(key), 0) << key;
        EXPECT_EQ(read(key), "") << key;
        EXPECT_EQ(read(key, 0, 10), "") << key;
        EXPECT_EQ(read(key, 5, 10), "") << key;
    }
    EXPECT_EQ(list(), (std::map<std::string, std::int64_t>{{"empty", 0}, {"untouched", 0}}));
}

TEST_P(MediaStoreSuite, GivesRanges) {
    put("k1", "0123456789");
    EXPECT_EQ(read("k1", 0, 1), "0");
    EXPECT_EQ(read("k1", 3, 4), "3456");
    EXPECT_EQ(read("k1", 9, 1), "9");
    EXPECT_EQ(read("k1", 4), "456789");
    EXPECT_EQ(read("k1", 0, 10), "0123456789");
    EXPECT_EQ(read("k1", 3, 0), "");
}

TEST_P(MediaStoreSuite, GivesNoMoreThanThereIs) {
    put("k1", "0123456789");
    EXPECT_EQ(read("k1", 8, 100), "89");
    EXPECT_EQ(read("k1", 0, 1'000'000), "0123456789");
    EXPECT_EQ(read("k1", 10, 1), "");
    EXPECT_EQ(read("k1", 1'000'000), "");
    EXPECT_EQ(read("k1", MediaStore::kToEnd - 1, MediaStore::kToEnd), "");
    EXPECT_EQ(read("k1", 5, MediaStore::kToEnd), "56789");
}

TEST_P(MediaStoreSuite, KeepsALargeContentWrittenInPiecesOfAllLengths) {
    const std::string bytes = noise(kLarge, 1);
    const std::unique_ptr<MediaWriter> writer = store_->begin("large", {"video/mp4"});
    const std::size_t pieces[] = {1, 100, 0, 65536, 65537, 3'000'000, 9'000'000, 7};
    std::size_t at = 0;
    for (std::size_t i = 0; at < bytes.size(); ++i) {
        const std::string_view piece = std::string_view(bytes).substr(at, pieces[i % std::size(pieces)]);
        writer->write(piece);
        at += piece.size();
    }
    writer->commit();
    EXPECT_EQ(store_->size("large"), static_cast<std::int64_t>(kLarge));
    EXPECT_TRUE(read("large") == bytes);
    EXPECT_TRUE(read("large", 8'000'000, 1'000'000) == bytes.substr(8'000'000, 1'000'000));
    EXPECT_TRUE(read("large", kLarge - 5) == bytes.substr(kLarge - 5));
}

TEST_P(MediaStoreSuite, ShowsNothingBeforeTheCommit) {
    const std::unique_ptr<MediaWriter> writer = store_->begin("k1", {"text/plain"});
    writer->write(noise(kLarge, 2));
    expectNotThere("k1");
    EXPECT_TRUE(list().empty());
}

TEST_P(MediaStoreSuite, LeavesNothingOfAWriterThatDoesNotCommit) {
    store_->begin("none", {"text/plain"});
    store_->begin("small", {"text/plain"})->write("some bytes");
    store_->begin("large", {"text/plain"})->write(noise(kLarge, 3));
    for (const std::string key : {"none", "small", "large"}) expectNotThere(key);
    put("small", "now");
    EXPECT_EQ(read("small"), "now");
}

TEST_P(MediaStoreSuite, RefusesASecondContentOrReplacesTheFirstWhole) {
    put("k1", "the first content");
    bool refused = false;
    try {
        put("k1", "second");
    } catch (const MediaStoreError& error) {
        EXPECT_EQ(error.kind(), Kind::Other);
        refused = true;
    }
    EXPECT_EQ(read("k1"), refused ? "the first content" : "second");
    EXPECT_EQ(list().size(), 1u);
}

TEST_P(MediaStoreSuite, TakesAFileOverOrSaysNothing) {
    const std::string bytes = noise(kLarge, 6);
    std::map<std::string, std::int64_t> taken;
    for (const std::string& content : {bytes, std::string("x"), std::string()}) {
        const std::string key = "of" + std::to_string(content.size());
        {
            const FileOfBytes file(content);
            if (!adopt(key, file.path())) continue;
            EXPECT_TRUE(file.bytes() == content) << "the file stays";
        }
        EXPECT_TRUE(read(key) == content) << "and may go: " << key;
        taken[key] = static_cast<std::int64_t>(content.size());
    }
    EXPECT_EQ(list(), taken);
}

TEST_P(MediaStoreSuite, LeavesAFileThatItTookOverWhenItRemovesTheContent) {
    const FileOfBytes file(kBytes);
    if (!adopt("k1", file.path())) return expectNotThere("k1");
    store_->remove("k1");
    expectNotThere("k1");
    EXPECT_EQ(file.bytes(), kBytes);
    ASSERT_TRUE(adopt("k2", file.path())) << "once more, as after a crash";
    EXPECT_EQ(read("k2"), kBytes);
}

TEST_P(MediaStoreSuite, LeavesNothingOfATakeoverThatIsNotCommitted) {
    const FileOfBytes file(kBytes);
    std::unique_ptr<MediaWriter> writer = store_->adopt("k1", {"text/plain"}, file.path());
    expectNotThere("k1");
    writer.reset();
    expectNotThere("k1");
    EXPECT_EQ(file.bytes(), kBytes);
    EXPECT_FALSE(adopt("k1", file.path().parent_path() / "none"));
}

TEST_P(MediaStoreSuite, RefusesASecondFileOrReplacesTheFirstWhole) {
    const FileOfBytes first("the first content");
    const FileOfBytes second("second");
    put("k1", "the first content");
    for (const FileOfBytes* file : {&second, &second, &first}) {
        std::string now = read("k1");
        try {
            if (adopt("k1", file->path())) now = file->bytes();
        } catch (const MediaStoreError& error) {
            EXPECT_EQ(error.kind(), Kind::Other);
        }
        EXPECT_EQ(read("k1"), now);
        EXPECT_EQ(list().size(), 1u);
    }
    EXPECT_EQ(second.bytes(), "second");
    EXPECT_EQ(first.bytes(), "the first content");
}

TEST_P(MediaStoreSuite, KeepsTwoWritersOfOneThreadApart) {
    const std::unique_ptr<MediaWriter> a = store_->begin("a", {"text/plain"});
    const std::unique_ptr<MediaWriter> b = store_->begin("b", {"text/plain"});
    for (int i = 0; i < 1000; ++i) {
        a->write("a");
        b->write("bb");
    }
    b->commit();
    a->commit();
    EXPECT_EQ(read("a"), std::string(1000, 'a'));
    EXPECT_EQ(read("b"), std::string(2000, 'b'));
}

TEST_P(MediaStoreSuite, RemovesAsOftenAsItIsTold) {
    put("k1", "one");
    put("k2", "two");
    store_->remove("k1");
    expectNotThere("k1");
    EXPECT_NO_THROW(store_->remove("k1"));
    EXPECT_NO_THROW(store_->remove("never"));
    EXPECT_EQ(read("k2"), "two");
}

TEST_P(MediaStoreSuite, KnowsNothingUnderWhatIsNoKey) {
    put("k1", "one");
    for (const std::string& key : {std::string(), std::string("../k1"), std::string("/etc/passwd"), std::string(".k1"),
                                   std::string("a/k1"), std::string("k1\n"), std::string("k1\0", 3),
                                   std::string("k%31"), std::string("k1?x"), std::string(201, 'k')}) {
        expectNotThere(key);
        EXPECT_EQ(kindOf([&] { store_->begin(key, {"text/plain"}); }), Kind::Other) << key;
        EXPECT_NO_THROW(store_->remove(key)) << key;
        const FileOfBytes file("x");
        try {
            EXPECT_FALSE(store_->adopt(key, {"text/plain"}, file.path())) << key;
        } catch (const MediaStoreError& error) {
            EXPECT_EQ(error.kind(), Kind::Other) << key;
        }
    }
    EXPECT_EQ(read("k1"), "one");
    EXPECT_EQ(list().size(), 1u);
}

TEST_P(MediaStoreSuite, TellsAllKeysApart) {
    const std::set<std::string> keys = {"k",  "K",    "k.",   "k..", "k.1", "k-1", "k_1",
                                        "k1", "0k.k", "k.kk", "kk",  "a.b", "A.b", std::string(200, 'k')};
    for (const std::string& key : keys) put(key, "of " + key);
    for (const std::string& key : keys) EXPECT_EQ(read(key), "of " + key);
    EXPECT_EQ(list().size(), keys.size());
}

TEST_P(MediaStoreSuite, ListsWhatIsThere) {
    EXPECT_TRUE(list().empty());
    std::map<std::string, std::int64_t> all;
    for (int i = 0; i < 30; ++i) {
        const std::string key = "k" + std::to_string(i);
        put(key, std::string(i, 'x'));
        all[key] = i;
    }
    EXPECT_EQ(list(), all);
    store_->remove("k7");
    all.erase("k7");
    EXPECT_EQ(list(), all);
}

TEST_P(MediaStoreSuite, LetsTheVisitorOfAListRemove) {
    for (int i = 0; i < 10; ++i) put("k" + std::to_string(i), "x");
    std::set<std::string> seen;
    store_->list([&](const MediaStore::Entry& entry) {
        seen.insert(entry.key);
        store_->remove(entry.key);
    });
    EXPECT_EQ(seen.size(), 10u);
    EXPECT_TRUE(list().empty());
}

TEST_P(MediaStoreSuite, PassesOnWhatAVisitorThrows) {
    put("k1", "x");
    struct Stop {};
    EXPECT_THROW(store_->list([](const MediaStore::Entry&) { throw Stop(); }), Stop);
    EXPECT_EQ(list().size(), 1u);
}

TEST_P(MediaStoreSuite, LeavesYoungWritersAndContentsWhenItRemovesUnfinishedOnes) {
    constexpr std::int64_t kHourMs = 60 * 60 * 1000;
    put("k1", "one");
    const std::unique_ptr<MediaWriter> writer = store_->begin("k2", {"text/plain"});
    writer->write(noise(kLarge, 4));
    EXPECT_NO_THROW(store_->removeUnfinished(kHourMs));
    writer->commit();
    EXPECT_EQ(read("k1"), "one");
    EXPECT_EQ(store_->size("k2"), static_cast<std::int64_t>(kLarge));
}

TEST_P(MediaStoreSuite, GivesAReaderTheContentOrAFailureAfterARemove) {
    const std::string bytes = noise(kLarge, 5);
    put("k1", bytes);
    const std::unique_ptr<std::istream> stream = store_->open("k1");
    std::string all(1000, '\0');
    ASSERT_TRUE(stream->read(all.data(), 1000));
    store_->remove("k1");
    std::string piece(100'000, '\0');
    while (stream->read(piece.data(), static_cast<std::streamsize>(piece.size())) || stream->gcount() > 0) {
        all.append(piece, 0, static_cast<std::size_t>(stream->gcount()));
    }
    EXPECT_TRUE(stream->bad() || all == bytes);
}

TEST_P(MediaStoreSuite, TakesContentTypesAndAttachments) {
    const MediaContentInfo infos[] = {
        {"text/html; charset=utf-8", true}, {"image/svg+xml", true}, {"image/png", false}, {"", false}};
    int number = 0;
    for (const MediaContentInfo& info : infos) {
        const std::string key = "k" + std::to_string(++number);
        const std::unique_ptr<MediaWriter> writer = store_->begin(key, info);
        writer->write("x");
        writer->commit();
        EXPECT_EQ(read(key), "x") << info.contentType;
    }
}

TEST_P(MediaStoreSuite, NamesOnlyAddressesAndPathsOfTheContentAskedFor) {
    put("k1", "one");
    put("k2", "two");
    const auto address = store_->publicAddress("k1");
    if (address) {
        EXPECT_TRUE(address->starts_with("http://") || address->starts_with("https://")) << *address;
        EXPECT_NE(address, store_->publicAddress("k2"));
    }
    const auto path = store_->localPath("k1");
    if (path) {
        std::ifstream file(*path, std::ios::binary);
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "one");
        EXPECT_FALSE(std::filesystem::exists(*store_->localPath("k3")));
    }
    for (const std::string no : {"../k1", "/etc/passwd", ""}) {
        EXPECT_FALSE(store_->publicAddress(no)) << no;
        EXPECT_FALSE(store_->localPath(no)) << no;
    }
}

TEST_P(MediaStoreSuite, ServesManyThreadsAtOnce) {
    constexpr int kThreads = 8;
    constexpr int kRounds = 12;
    put("shared", kBytes);
    std::vector<std::string> failures(kThreads);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&, thread] {
            try {
                for (int round = 0; round < kRounds; ++round) {
                    const std::string key = "t" + std::to_string(thread) + "-" + std::to_string(round);
                    const std::string bytes = noise(70'000, static_cast<unsigned>(thread * kRounds + round));
                    put(key, bytes);
                    if (read(key) != bytes || read("shared") != kBytes) failures[thread] = key + " was mixed up";
                    if (round % 2 == 0) store_->remove(key);
                }
            } catch (const std::exception& error) {
                failures[thread] = error.what();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& failure : failures) EXPECT_EQ(failure, "");
    EXPECT_EQ(list().size(), 1u + kThreads * kRounds / 2);
}

}  // namespace
}  // namespace inkwell::testkit
