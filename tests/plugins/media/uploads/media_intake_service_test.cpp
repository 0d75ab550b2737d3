#include "inkwell/bucket_transfer.h"
#include "inkwell/media_intake.h"
#include "recording_import.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

class Intake : public MediaFixture {
protected:
    void importRecord(const std::string& name) {
        testkit::RecordingImport context(*bucket_);
        fixture_.database().write([&](Sql&) {
            for (BucketTransfer* section : fixture_.contributions<BucketTransfer>()) {
                if (section->member() != "media") continue;
                section->importAll({JsonObject{{"name", name}, {"size", 1}, {"type", "image/jpeg"}}}, "media", context);
            }
        });
        EXPECT_EQ(context.problems, std::vector<std::string>{});
    }
    bool fill(const std::string& name, const std::string& text) {
        std::istringstream bytes(text);
        return fixture_.find<MediaIntake>()->fill(*bucket_, name, bytes);
    }
};

TEST_F(Intake, GivesAnImportedRecordItsBytesOnce) {
    importRecord("dawn.txt");
    EXPECT_EQ(errorOf([&] { serve("dawn.txt"); }), "404: media file 'dawn.txt' was not found");
    EXPECT_TRUE(fill("dawn.txt", "the sea"));
    EXPECT_EQ(bytesOf(serve("dawn.txt")), "the sea");
    const auto found = fixture_.find<MediaLibrary>()->findByName(*bucket_, std::vector<std::string>{"dawn.txt"});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].fields.at("size"), 7);
    EXPECT_EQ(found[0].fields.at("type"), "text/plain");
    EXPECT_TRUE(textIn(found[0].fields, "location").starts_with("disk:"));

    EXPECT_FALSE(fill("dawn.txt", "other bytes"));
    EXPECT_EQ(bytesOf(serve("dawn.txt")), "the sea");
    EXPECT_EQ(storedKeys().size(), 1U);
}

TEST_F(Intake, KeepsFilesOfManyPiecesWhole) {
    importRecord("long.bin");
    std::string bytes;
    for (int n = 0; n < 300'000; ++n) bytes += static_cast<char>(n * 7 % 256);
    EXPECT_TRUE(fill("long.bin", bytes));
    EXPECT_TRUE(bytesOf(serve("long.bin")) == bytes);
}

/// A body whose sender dies behind `bytes`: what the server's own streams do then.
class BrokenBody : private std::stringbuf, public std::istream {
public:
    explicit BrokenBody(const std::string& bytes)
        : std::stringbuf(bytes), std::istream(static_cast<std::streambuf*>(this)) {
        exceptions(std::ios::badbit);
    }

private:
    std::stringbuf::int_type underflow() override { throw ApiError::badRequest("the connection broke off"); }
};

TEST_F(Intake, KeepsNothingOfABodyThatBrokeOff) {
    importRecord("dawn.txt");
    for (const std::size_t size : {10U, 100'000U, 200'000U}) {
        BrokenBody body(std::string(size, 'x'));
        EXPECT_EQ(errorOf([&] { fixture_.find<MediaIntake>()->fill(*bucket_, "dawn.txt", body); }),
                  "400: the connection broke off");
        EXPECT_TRUE(storedKeys().empty());
        EXPECT_EQ(count("media_contents"), 0);
    }
    EXPECT_TRUE(fill("dawn.txt", "the sea")) << "it may be sent again";
}

TEST_F(Intake, LeavesNothingBehindWhereThereIsNoRecord) {
    EXPECT_EQ(errorOf([&] { fill("nothing.txt", "bytes"); }), "404: media 'nothing.txt' was not found");
    EXPECT_TRUE(storedKeys().empty());
    EXPECT_EQ(count("media_contents"), 0);
}

}  // namespace
}  // namespace inkwell::media
