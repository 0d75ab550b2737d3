// A content comes out the same, however its bytes came: written, or in a file that the store takes over or copies.
#include "contents/incoming_content.h"

#include <fstream>
#include <stdexcept>

#include "tests/plugins/media/media_fixture.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::media {
namespace {

/// The disk store, but it takes no file over, and writes to this machine only if asked to.
class CopyingStore : public inkwell::MediaStore {
public:
    explicit CopyingStore(MediaStore& disk) : disk_(disk) {}
    std::string name() const override { return "copying"; }
    std::unique_ptr<MediaWriter> begin(const std::string& key, const MediaContentInfo& info) override {
        ++begun;
        told = info;
        return disk_.begin(key, info);
    }
    std::unique_ptr<std::istream> open(const std::string& key, std::int64_t offset, std::int64_t length) override {
        return disk_.open(key, offset, length);
    }
    std::int64_t size(const std::string& key) override { return disk_.size(key); }
    void remove(const std::string& key) override { disk_.remove(key); }
    std::optional<std::filesystem::path> localPath(const std::string& key) const override {
        return isElsewhere ? std::nullopt : disk_.localPath(key);
    }
    void list(const std::function<void(const Entry&)>& visit) override { disk_.list(visit); }
    void removeUnfinished(std::int64_t olderThanMs) override { disk_.removeUnfinished(olderThanMs); }

    int begun = 0;
    MediaContentInfo told;
    bool isElsewhere = true;

private:
    MediaStore& disk_;
};

class Incoming : public MediaFixture {
protected:
    Incoming() : copying_(disk()) {
        fixture_.contribute<inkwell::MediaStore>(copying_);
        settings_.maxUploadBytes = 2'000'000;
        settings_.leaseMs = 600'000;
        settings_.store = "disk";
    }

    struct Outcome {
        std::string bytes, type, digest;
        std::int64_t size = 0;
        bool operator==(const Outcome&) const = default;
    };
    Outcome keep(IncomingContent& content) {
        content.finish();
        fixture_.database().write([&](Sql& sql) { content.keep(sql); });
        const std::string digest = fixture_.database().read([&](Sql& sql) {
            return sql.selectOne("SELECT digest FROM media_contents WHERE location = ?", {content.location()})
                ->at(0)
                .text();
        });
        const std::string key = content.name();
        content.release();
        const auto stream = disk().open(key, 0, inkwell::MediaStore::kToEnd);
        return {std::string(std::istreambuf_iterator<char>(*stream), {}), content.contentType(), digest,
                content.sizeBytes()};
    }
    Outcome written(const std::string& bytes, const std::string& name) {
        IncomingContent content(contents_, name, "");
        content.write(bytes);
        return keep(content);
    }
    Outcome taken(const std::string& bytes, const std::string& name, const std::string& digest) {
        IncomingContent content(contents_, name, "");
        content.take(file(bytes), digest);
        return keep(content);
    }
    std::filesystem::path file(const std::string& bytes) const {
        std::filesystem::remove(folder_.path() / "file");
        std::ofstream(folder_.path() / "file", std::ios::binary) << bytes;
        return folder_.path() / "file";
    }

    test::TemporaryFolder folder_;
    CopyingStore copying_;
    MediaSettings settings_;
    std::uintmax_t available_ = 1'000'000'000;
    ContentService contents_{fixture_, settings_, [this](const std::filesystem::path&) {
                                 return std::filesystem::space_info{100'000'000'000, available_, available_};
                             }};
};

std::string pattern(std::size_t size, const std::string& head = "") {
    std::string bytes = head;
    for (std::size_t n = bytes.size(); n < size; ++n) bytes += static_cast<char>(n * 7 % 251);
    bytes.resize(size);
    return bytes;
}

TEST_F(Incoming, TellsAStoreHowItIsServedAndSaved) {
    settings_.store = "copying";
    written("<script>", "späte Notiz.html");
    EXPECT_EQ(copying_.told.contentType, "text/html");
    EXPECT_TRUE(copying_.told.attachment);
    EXPECT_EQ(copying_.told.fileName, "späte Notiz.html");
}

TEST_F(Incoming, IsTheSameFromAFileAsWhenWritten) {
    const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    const std::pair<std::string, std::string> uploads[] = {
        {"", "a.txt"},
        {"x", "a"},
        {pattern(64 * 1024 - 1), "a.bin"},
        {pattern(64 * 1024), "a.bin"},
        {pattern(256 * 1024), "a.mp4"},
        {pattern(256 * 1024 + 1, png), "a.txt"},
        {pattern(1'900'000), "a.bin"},
    };
    for (const auto& [bytes, name] : uploads) {
        settings_.store = "disk";
        const Outcome expected = written(bytes, name);
        EXPECT_TRUE(expected.bytes == bytes);
        for (const char* store : {"disk", "copying"}) {
            settings_.store = store;
            EXPECT_TRUE(taken(bytes, name, "") == expected) << store << ", " << name << ", " << bytes.size();
            EXPECT_TRUE(taken(bytes, name, expected.digest) == expected) << store << ", " << name;
        }
    }
    EXPECT_EQ(copying_.begun, 14);
}

TEST_F(Incoming, IsTakenOverWhereTheStoreCan) {
    const std::filesystem::path whole = file(pattern(300'000));
    IncomingContent content(contents_, "a", "");
    content.take(whole, "");
    content.finish();
    EXPECT_TRUE(std::filesystem::equivalent(whole, *disk().localPath(content.name())));
}

TEST_F(Incoming, LeavesNothingButItsFileWhenItIsGivenUp) {
    const std::filesystem::path whole = file(pattern(300'000));
    for (const bool finished : {false, true}) {
        IncomingContent content(contents_, "a", "");
        content.take(whole, "");
        if (finished) content.finish();
    }
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media_contents"), 0);
    EXPECT_EQ(std::filesystem::file_size(whole), 300'000U);
}

TEST_F(Incoming, IsRefusedAboveTheLimitAlsoAsAFile) {
    for (const char* digest : {"", "known"}) {
        EXPECT_EQ(errorOf([&] { taken(pattern(2'000'001), "a", digest); }),
                  "413: the file is larger than the 2000000 bytes allowed");
    }
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(count("media_contents"), 0);
}

// A full disk takes no rows: then nothing could be deleted either.
TEST_F(Incoming, LeavesRoomForTheDatabaseOnItsDisk) {
    constexpr const char* kFull = "507: there is no room for the upload";
    constexpr std::uintmax_t kSpare = 64 * 1024 * 1024;
    available_ = kSpare - 1;
    EXPECT_EQ(errorOf([&] { written("x", "a"); }), kFull);
    available_ = kSpare + 1'000'000;
    EXPECT_EQ(errorOf([&] { contents_.expect(1'000'001); }), kFull);
    EXPECT_NO_THROW(contents_.expect(1'000'000));
    for (const std::size_t before : {70'000U, 1'200'000U}) {
        IncomingContent content(contents_, "a", "");
        content.write(pattern(before));
        available_ = kSpare - 1;
        EXPECT_EQ(errorOf([&] {
                      content.write(pattern(300'000));
                      content.finish();
                  }),
                  kFull);
        available_ = kSpare + 2'000'000;
    }
    available_ = kSpare - 1;
    EXPECT_EQ(taken(pattern(300'000), "a", "").size, 300'000) << "it lies there already";
    settings_.store = "copying";
    EXPECT_EQ(written("x", "a").size, 1) << "on another machine";
    copying_.isElsewhere = false;
    available_ = kSpare + 299'999;
    EXPECT_EQ(errorOf([&] { taken(pattern(300'000), "a", ""); }), kFull);
    EXPECT_EQ(storedKeys().size(), 2U);
    EXPECT_EQ(count("media_contents"), 2);
}

TEST_F(Incoming, IsNothingWithoutItsFile) {
    IncomingContent content(contents_, "a", "");
    EXPECT_THROW(content.take(folder_.path() / "none", ""), std::runtime_error);
    EXPECT_EQ(count("media_contents"), 0);
}

}  // namespace
}  // namespace inkwell::media
