// What time and crashes do to resumable uploads; the protocol itself is tested over HTTP.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

#include "inkwell/events.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

namespace fs = std::filesystem;

class Tus : public MediaFixture {
protected:
    static constexpr const char* kUploads = "/v2/buckets/{bucket_slug}/media/tus";
    static constexpr const char* kUpload = "/v2/buckets/{bucket_slug}/media/tus/{upload_id}";

    Response send(Method method, const std::string& id, std::vector<std::pair<std::string, std::string>> headers = {},
                  const std::string& body = "") {
        std::istringstream stream(body);
        RequestParts parts;
        parts.path = {{"upload_id", id}};
        parts.headers = std::move(headers);
        parts.headers.emplace_back("Tus-Resumable", "1.0.0");
        parts.headers.emplace_back("Content-Type", "application/offset+octet-stream");
        parts.stream = &stream;
        return call(method, id.empty() ? kUploads : kUpload, std::move(parts));
    }
    std::string created(const std::string& firstPiece, std::int64_t length) {
        const Response response =
            send(Method::Post, "",
                 {{"Upload-Length", std::to_string(length)}, {"Upload-Metadata", "filename YS50eHQ="}}, firstPiece);
        return std::string(textOf(response.json.at("upload").as_object(), "id"));
    }
    std::string refusalOf(const std::string& id) {
        return errorOf([&] { send(Method::Get, id); });
    }
    fs::path staged(const std::string& id) {
        return fs::path(fixture_.serverInfo().dataDirectory) / "media-uploads" / id;
    }
};

TEST_F(Tus, ExpiresAndIsSwept) {
    const std::string id = created("he", 5);
    fixture_.fixedClock().advance(86'400'000);
    fixture_.runJob("sweep");
    EXPECT_EQ(refusalOf(id), "no error");
    fixture_.fixedClock().advance(1);
    EXPECT_EQ(refusalOf(id), "410: upload '" + id + "' has expired; start again");
    EXPECT_TRUE(fs::exists(staged(id)));
    fixture_.runJob("sweep");
    EXPECT_EQ(refusalOf(id), test::missing("upload", id));
    EXPECT_FALSE(fs::exists(staged(id)));
}

TEST_F(Tus, GoesOnFromTheLastAnswer) {
    const std::string id = created("he", 5);
    EXPECT_EQ(errorOf([&] {
                  send(Method::Patch, id, {{"Upload-Offset", "0"}}, "x");
              }),
              "409: upload '" + id + "' has 2 bytes; go on from there");
    send(Method::Patch, id, {{"Upload-Offset", "2"}}, "ll");
    EXPECT_EQ(headerOf(send(Method::Get, id), "Upload-Offset"), "4");
    // What was written behind the last answer, when a crash came, is not taken for good.
    { std::ofstream(staged(id), std::ios::app) << "garbage"; }
    const std::string media = headerOf(send(Method::Patch, id, {{"Upload-Offset", "4"}}, "o"), "Inkwell-Media-Id");
    RequestParts parts;
    parts.path = {{"id", media}};
    const Json record = call(Method::Get, std::string(kMedia) + "/{id}", std::move(parts)).json.at("media");
    EXPECT_EQ(bytesOf(serve(std::string(textOf(record.as_object(), "name")))), "hello");
    EXPECT_FALSE(fs::exists(staged(id)));
}

// The server died between the last piece and the record.
TEST_F(Tus, BecomesMediaAfterACrash) {
    for (const bool bySweep : {true, false}) {
        const std::string id = created("hell", 5);
        { std::ofstream(staged(id), std::ios::app) << "o"; }
        fixture_.database().write(
            [&](Sql& sql) { sql.execute("UPDATE media_uploads SET received_bytes = 5 WHERE id = ?", {id}); });
        if (bySweep) fixture_.runJob("sweep");
        EXPECT_EQ(headerOf(send(Method::Get, id), "Inkwell-Media-Id").size(), 24U);
        EXPECT_FALSE(fs::exists(staged(id)));
    }
    EXPECT_EQ(count("media"), 2);
}

TEST_F(Tus, BecomesMediaWithoutAFolderThatWentMeanwhile) {
    fixture_.database().write([&](Sql& sql) {
        sql.execute("INSERT INTO media_folders (id, bucket_id, title, slug, created_at) VALUES (?, ?, 'A', 'a', 0)",
                    {"f00000000000000000000001", bucket_->id});
    });
    const Response started =
        send(Method::Post, "", {{"Upload-Length", "5"}, {"Upload-Metadata", "filename YS50eHQ=,folder YQ=="}}, "hell");
    const std::string id(textOf(started.json.at("upload").as_object(), "id"));
    EXPECT_EQ(fixture_.database().read(
                  [](Sql& sql) { return sql.selectOne("SELECT folder FROM media_uploads")->at(0).text(); }),
              "a");
    fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM media_folders", {}); });
    const std::string media = headerOf(send(Method::Patch, id, {{"Upload-Offset", "4"}}, "o"), "Inkwell-Media-Id");
    RequestParts parts;
    parts.path = {{"id", media}};
    const Json record = call(Method::Get, std::string(kMedia) + "/{id}", std::move(parts)).json.at("media");
    EXPECT_EQ(record.at("folder"), Json());
    EXPECT_EQ(bytesOf(serve(std::string(textOf(record.as_object(), "name")))), "hello");
    EXPECT_EQ(storedKeys().size(), 1U);
}

TEST_F(Tus, IsOnePieceAtATime) {
    const std::string id = created("he", 5);
    const int file = ::open(staged(id).c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_EQ(::flock(file, LOCK_EX | LOCK_NB), 0);
    EXPECT_EQ(errorOf([&] {
                  send(Method::Patch, id, {{"Upload-Offset", "2"}}, "llo");
              }),
              "423: another request is writing the upload '" + id + "'; try again");
    ::close(file);
    EXPECT_EQ(send(Method::Patch, id, {{"Upload-Offset", "2"}}, "llo").status, 204);
}

TEST_F(Tus, GoesWithItsBucket) {
    const std::string id = created("he", 5);
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(refusalOf(id), test::missing("upload", id));
    fixture_.runJob("sweep");
    EXPECT_FALSE(fs::exists(staged(id)));
}

}  // namespace
}  // namespace inkwell::media
