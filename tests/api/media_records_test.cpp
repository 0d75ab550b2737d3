// interface/media-and-images.md, "Files of imported media".
#include "tests/support/api_scenario.h"
#include "tests/support/media_record_file.h"

namespace inkwell::test {
namespace {

class MediaRecords : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        const TestServer::User admin = api().makeUser(bucket(), "admin");
        const Reply imported = api().send("POST", path("/import"), admin.token, mediaRecordFile(kName));
        ASSERT_EQ(imported.status, 200) << imported.body;
    }
    Reply put(const std::string& name, const std::string& bytes) {
        return sendRequest(api().port(), "PUT", path("/media-files/" + name),
                           {bearer(bucket().writeKey), {"Content-Type", "application/octet-stream"}}, bytes);
    }
    Reply file() { return api().get("/v2/media-files/" + bucket().slug + "/" + kName); }

    static constexpr const char* kName = "5f00-a.txt";
};
INKWELL_ON_BOTH_ENGINES(MediaRecords);

TEST_P(MediaRecords, ThatCameWithoutTheirFileAreGivenItOnce) {
    EXPECT_EQ(refusalOf(file()), "404: media file '5f00-a.txt' was not found");
    const Reply given = put(kName, "hello there");
    EXPECT_EQ(given.status, 200) << given.body;
    EXPECT_EQ(given.message(), "media '5f00-a.txt' has its file now");
    EXPECT_EQ(file().body, "hello there");
    const JsonObject shown = get("/media").array("media").at(0).as_object();
    EXPECT_EQ(shown.at("size"), 11) << "the size is that of the bytes, whatever the import said";
    const Reply again = put(kName, "another text");
    EXPECT_EQ(refusalOf(again),
              "409: media '5f00-a.txt' has its file already; POST .../media/{id}/replace replaces it");
    EXPECT_EQ(file().body, "hello there");
}

TEST_P(MediaRecords, ThatAreNotThereTakeNoFile) {
    const std::int64_t before = api().lastChange();
    EXPECT_EQ(refusalOf(put("5f01-b.txt", "hello")), "404: media '5f01-b.txt' was not found");
    EXPECT_TRUE(api().changesSince(before).empty());
}

}  // namespace
}  // namespace inkwell::test
