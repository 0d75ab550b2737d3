#include "inkwell/bucket_transfer.h"
#include "recording_import.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

class UploadOfAnySize : public MediaFixture {
protected:
    UploadOfAnySize() : MediaFixture({{"max_upload_bytes", kHuge}}) {}

    std::string refusalOf(Method method, const std::string& path,
                          std::vector<std::pair<std::string, std::string>> named, const std::string& body,
                          const std::string& length, const std::function<void(std::size_t)>& takeRoom = {}) {
        std::istringstream stream(body);
        RequestParts parts;
        parts.takeRoom = takeRoom;
        parts.path = std::move(named);
        parts.stream = &stream;
        parts.headers = {{"Content-Type", "multipart/form-data; boundary=limit"},
                         {"Authorization", "Bearer key"},
                         {"Content-Length", length}};
        return errorOf([&] { call(method, path, std::move(parts)); });
    }

    void importRecord(const std::string& name) {
        testkit::RecordingImport context(*bucket_);
        fixture_.database().write([&](Sql&) {
            for (BucketTransfer* section : fixture_.contributions<BucketTransfer>()) {
                if (section->member() != "media") continue;
                section->importAll({JsonObject{{"name", name}, {"size", 1}, {"type", "text/plain"}}}, "media", context);
            }
        });
        EXPECT_EQ(context.problems, std::vector<std::string>{});
    }

    static constexpr std::int64_t kHuge = 1'000'000'000'000'000;
};

TEST_F(UploadOfAnySize, BeginsOnlyWhatTheDiskHasRoomFor) {
    const std::string huge = std::to_string(kHuge);
    const JsonObject media = upload({file("a.txt", "hello")});
    const std::string begun = form({file("b.txt", "begun")});
    EXPECT_EQ(refusalOf(Method::Post, kMedia, {}, begun, huge), "507: there is no room for the upload");
    EXPECT_EQ(
        refusalOf(Method::Post, std::string(kMedia) + "/{id}/replace", {{"id", textIn(media, "id")}}, begun, huge),
        "507: there is no room for the upload");
    importRecord("late.txt");
    EXPECT_EQ(refusalOf(Method::Put, "/v2/buckets/{bucket_slug}/media-files/{name}", {{"name", "late.txt"}}, "x", huge),
              "507: there is no room for the upload");
    EXPECT_EQ(storedKeys(), std::vector<std::string>{textIn(media, "name")});
    EXPECT_EQ(count("media_contents"), 1);
    EXPECT_EQ(bytesOf(serve(textIn(media, "name"))), "hello");
}

TEST_F(UploadOfAnySize, NeedNotTellItsLength) {
    for (const char* length : {"", "-1", "many", "99999999999999999999999"}) {
        EXPECT_EQ(refusalOf(Method::Post, kMedia, {}, form({file("b.txt", "whole")}), length), "no error") << length;
    }
}

TEST_F(UploadOfAnySize, AsksForRoomForItsMetadata) {
    std::size_t asked = 0;
    const auto takeRoom = [&](std::size_t bytes) {
        asked = bytes;
        throw ApiError::unavailable("too many large bodies are under way; try again", 2);
    };
    const std::string metadata = R"({"a":[1,2,3]})";
    const std::string body = form({{"form-data; name=\"metadata\"", metadata}, file("b.txt", "whole")});
    EXPECT_EQ(refusalOf(Method::Post, kMedia, {}, body, "", takeRoom),
              "503: too many large bodies are under way; try again");
    EXPECT_EQ(asked, memoryOfJson(metadata));
    EXPECT_EQ(count("media_contents"), 0);
}

}  // namespace
}  // namespace inkwell::media
