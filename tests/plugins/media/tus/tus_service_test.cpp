// What time and crashes do to resumable uploads; the protocol itself is tested over HTTP.
#include "tus/tus_service.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <optional>
#include <utility>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "tests/plugins/media/media_fixture.h"
#include "tests/support/services_over.h"
#include "tus/tus_staging.h"

namespace inkwell::media {
namespace {

namespace fs = std::filesystem;

class Tus : public MediaFixture {
protected:
    explicit Tus(JsonObject settings = {}) : MediaFixture(std::move(settings)) {}

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
    Response append(const std::string& id, std::int64_t offset, const std::string& piece) {
        return send(Method::Patch, id, {{"Upload-Offset", std::to_string(offset)}}, piece);
    }
    std::string nameOf(const std::string& mediaId) {
        RequestParts parts;
        parts.path = {{"id", mediaId}};
        const Json record = call(Method::Get, std::string(kMedia) + "/{id}", std::move(parts)).json.at("media");
        return std::string(textOf(record.as_object(), "name"));
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

TEST_F(Tus, IsUnavailableWhileItsFolderCannotBeUsed) {
    const fs::path folder = staged("x").parent_path();
    EXPECT_TRUE(fs::is_directory(folder)) << "it is made at the start, which fails where that is not possible";
    fs::remove_all(folder);
    std::ofstream(folder) << "x";
    EXPECT_EQ(errorOf([&] { created("he", 5); }), "503: resumable uploads cannot be kept now; try again later");
    EXPECT_EQ(count("media_uploads"), 0) << "the client is not told of it";
    try {
        Staging(folder).prepare();
        ADD_FAILURE() << "it is not a folder";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("'" + folder.string() + "' cannot be used"), std::string::npos)
            << error.what();
    }
    fs::remove(folder);
    EXPECT_NE(created("he", 5), "");
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
    EXPECT_EQ(bytesOf(serve(nameOf(media))), "hello");
    EXPECT_FALSE(fs::exists(staged(id)));
}

/// Bytes of a sender who stops in the middle.
class BreaksOff : public std::stringbuf {
public:
    using std::stringbuf::stringbuf;

private:
    int_type underflow() override {
        const int_type next = std::stringbuf::underflow();
        if (next == traits_type::eof()) throw ApiError(408, "timeout", "too slow");
        return next;
    }
};

TEST_F(Tus, KeepsABrokenPieceToItsLastByte) {
    const std::string id = created("he", 500'000);
    const auto breakOff = [&](std::int64_t offset, std::size_t size,
                              std::vector<std::pair<std::string, std::string>> more) {
        BreaksOff buffer(std::string(size, 'x'));
        std::istream stream(&buffer);
        stream.exceptions(std::ios::badbit);
        RequestParts parts;
        parts.path = {{"upload_id", id}};
        parts.headers = std::move(more);
        parts.headers.insert(parts.headers.end(), {{"Tus-Resumable", "1.0.0"},
                                                   {"Content-Type", "application/offset+octet-stream"},
                                                   {"Upload-Offset", std::to_string(offset)}});
        parts.stream = &stream;
        return errorOf([&] { call(Method::Patch, kUpload, std::move(parts)); });
    };
    EXPECT_EQ(breakOff(2, 69'000, {}), "408: too slow");
    EXPECT_EQ(headerOf(send(Method::Get, id), "Upload-Offset"), "69002");
    EXPECT_EQ(breakOff(69'002, 300'000, {}), "408: too slow");
    EXPECT_EQ(headerOf(send(Method::Get, id), "Upload-Offset"), "369002");
    EXPECT_EQ(breakOff(369'002, 1000, {{"Upload-Checksum", "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0="}}), "408: too slow");
    EXPECT_EQ(headerOf(send(Method::Get, id), "Upload-Offset"), "369002") << "nobody could check it";
    EXPECT_EQ(fs::file_size(staged(id)), 369'002U);
    const std::string media = headerOf(append(id, 369'002, std::string(130'998, 'x')), "Inkwell-Media-Id");
    EXPECT_EQ(bytesOf(serve(nameOf(media))), "he" + std::string(499'998, 'x'));
}

/// Bytes of a sender during whose first one something else happens.
class Meanwhile : public std::stringbuf {
public:
    Meanwhile(const std::string& bytes, std::function<void()> act) : bytes_(bytes), act_(std::move(act)) {}

private:
    int_type underflow() override {
        if (const auto act = std::exchange(act_, nullptr)) {
            act();
            str(bytes_);
        }
        return std::stringbuf::underflow();
    }
    std::string bytes_;
    std::function<void()> act_;
};

class TusWhileAPieceComes : public Tus {
protected:
    Response appendWhile(const std::string& id, std::function<void()> act) {
        Meanwhile buffer("llo", std::move(act));
        std::istream stream(&buffer);
        stream.exceptions(std::ios::badbit);
        RequestParts parts;
        parts.path = {{"upload_id", id}};
        parts.headers = {{"Tus-Resumable", "1.0.0"},
                         {"Content-Type", "application/offset+octet-stream"},
                         {"Upload-Checksum", "sha1 FetSFarWc0hhpaW7mXI5j96puNA="},
                         {"Upload-Offset", "2"}};
        parts.stream = &stream;
        return call(Method::Patch, kUpload, std::move(parts));
    }
    void sweepAfter(std::int64_t ms) {
        fixture_.fixedClock().advance(ms);
        fixture_.runJob("sweep");
    }
    static constexpr std::int64_t kResumeMs = 86'400'000;
};

TEST_F(TusWhileAPieceComes, IsNotSweptHoweverLongThatTakes) {
    const std::string id = created("he", 5);
    const Response last = appendWhile(id, [&] {
        sweepAfter(kResumeMs + 1);
        EXPECT_TRUE(fs::exists(staged(id)));
        EXPECT_EQ(count("media_uploads"), 1);
    });
    EXPECT_EQ(bytesOf(serve(nameOf(headerOf(last, "Inkwell-Media-Id")))), "hello");
}

TEST_F(TusWhileAPieceComes, ExpiresNoSoonerThanAfterThat) {
    const std::string id = created("he", 5);
    fixture_.fixedClock().advance(kResumeMs);
    EXPECT_EQ(errorOf([&] { appendWhile(id, [] { throw ApiError(408, "timeout", "too slow"); }); }), "408: too slow");
    sweepAfter(kResumeMs);
    EXPECT_EQ(headerOf(send(Method::Get, id), "Upload-Offset"), "2");
    sweepAfter(1);
    EXPECT_EQ(refusalOf(id), test::missing("upload", id));
}

TEST_F(TusWhileAPieceComes, ConfirmsNothingOfWhatIsGivenUpMeanwhile) {
    const std::string whole = created("he", 5);
    const std::string half = created("he", 50);
    for (const std::string& id : {whole, half}) {
        EXPECT_EQ(errorOf([&] { appendWhile(id, [&] { send(Method::Delete, id); }); }), test::missing("upload", id));
        EXPECT_FALSE(fs::exists(staged(id)));
    }
    EXPECT_EQ(count("media_uploads"), 0);
    EXPECT_EQ(count("media"), 0);
    EXPECT_TRUE(storedKeys().empty());
}

/// A server at a node of a cluster that does not show yet what others have committed: a read finds the database as
/// `behind` leaves it, a write as it is.
class LaggingServer : public test::ServicesOver {
public:
    LaggingServer(Services& real, std::string behind) : ServicesOver(real), behind_(std::move(behind)) {}

private:
    struct RollBack {};
    void runUnit(bool write, const std::function<void(Sql&)>& body) override {
        if (write) return real().database().write([&](Sql& sql) { body(sql); });
        try {
            real().database().write([&](Sql& sql) {
                sql.execute(behind_, {});
                body(sql);
                throw RollBack();
            });
        } catch (const RollBack&) {
        }
    }

    const std::string behind_;
};

class TusAtALaggingServer : public Tus {
protected:
    TusService& at(std::string behind) {
        server_.emplace(fixture_, std::move(behind));
        contents_.emplace(*server_, settings_);
        uploads_.emplace(*server_, *contents_);
        return tus_.emplace(*server_, *uploads_);
    }
    const MediaSettings settings_ = [] {
        MediaSettings settings;
        settings.maxUploadBytes = 1000;
        settings.resumeMs = 60'000;
        return settings;
    }();
    std::optional<LaggingServer> server_;
    std::optional<ContentService> contents_;
    std::optional<UploadService> uploads_;
    std::optional<TusService> tus_;
};

TEST_F(TusAtALaggingServer, LosesNoFileOfAnUploadThatBeganElsewhere) {
    const std::string id = created("he", 5);
    at("DELETE FROM media_uploads").sweep();
    EXPECT_EQ(bytesOf(serve(nameOf(headerOf(append(id, 2, "llo"), "Inkwell-Media-Id")))), "hello");
}

TEST_F(TusAtALaggingServer, LosesNothingThatWentOnElsewhere) {
    const std::string id = created("he", 5);
    at("UPDATE media_uploads SET expires_at = 1").sweep();
    EXPECT_EQ(headerOf(send(Method::Get, id), "Upload-Offset"), "2");
}

TEST_F(TusAtALaggingServer, GoesOnFromWhatAnotherOneConfirmed) {
    const std::string id = created("he", 5);
    append(id, 2, "ll");
    TusService& tus = at("UPDATE media_uploads SET received_bytes = 2");
    std::istringstream old("LLO");
    EXPECT_EQ(errorOf([&] { tus.append(*bucket_, Access::writeKey(), id, 2, {}, old); }),
              "409: upload '" + id + "' has 4 bytes; go on from there");
    EXPECT_EQ(fs::file_size(staged(id)), 4U);
    const std::string media = headerOf(append(id, 4, "o"), "Inkwell-Media-Id");
    TusService& later = at("UPDATE media_uploads SET received_bytes = 4, media_id = ''");
    EXPECT_EQ(later.get(*bucket_, Access::writeKey(), id).mediaId, media);
    std::istringstream nothing;
    EXPECT_EQ(later.append(*bucket_, Access::writeKey(), id, 5, {}, nothing).mediaId, media);
    EXPECT_EQ(bytesOf(serve(nameOf(media))), "hello");
}

TEST_F(Tus, KeepsNothingOfACreationThatIsRefused) {
    EXPECT_EQ(errorOf([&] { created("hello world", 5); }), "413: the piece goes past the 5 bytes announced");
    EXPECT_EQ(count("media_uploads"), 0);
    EXPECT_TRUE(fs::is_empty(staged("")));
    fixture_.runJob("sweep");
    EXPECT_EQ(count("media"), 0);
}

TEST_F(Tus, KeepsNothingOfAnEmptyFileThatIsRefused) {
    const fs::path root = disk().localPath("k")->parent_path().parent_path();
    const fs::path aside = root.string() + "-aside";
    fs::rename(root, aside);
    EXPECT_EQ(errorOf([&] { created("", 0); }), "503: the media store is away");
    fs::rename(aside, root);
    EXPECT_EQ(count("media_uploads"), 0);
    EXPECT_TRUE(fs::is_empty(staged("")));
    fixture_.runJob("sweep");
    EXPECT_EQ(count("media"), 0);
    created("", 0);
    EXPECT_EQ(count("media"), 1);
}

class TusOfAnySize : public Tus {
protected:
    TusOfAnySize() : Tus({{"max_upload_bytes", kHuge}}) {}
    static constexpr std::int64_t kHuge = 1'000'000'000'000'000;
};

TEST_F(TusOfAnySize, BeginsOnlyWhatTheDiskHasRoomFor) {
    EXPECT_EQ(errorOf([&] { created("", kHuge); }), "507: there is no room for the upload");
    EXPECT_EQ(count("media_uploads"), 0);
    created("", 5);
    EXPECT_EQ(count("media_uploads"), 1);
}

// Otherwise they would stand in the way of those that can be finished.
TEST_F(Tus, OfABucketThatIsGoneAreGivenUp) {
    const std::string id = created("hell", 5);
    { std::ofstream(staged(id), std::ios::app) << "o"; }
    fixture_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE media_uploads SET received_bytes = 5 WHERE id = ?", {id}); });
    const auto buckets = std::exchange(directory_.buckets, {});
    fixture_.runJob("sweep");
    EXPECT_EQ(count("media_uploads"), 0);
    EXPECT_FALSE(fs::exists(staged(id)));
    directory_.buckets = buckets;
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

TEST_F(Tus, GivesItsFileToAStoreOnTheSameDisk) {
    const std::string id = created("hell", 5);
    fs::create_hard_link(staged(id), staged("witness"));
    const std::string name = nameOf(headerOf(append(id, 4, "o"), "Inkwell-Media-Id"));
    EXPECT_TRUE(fs::equivalent(staged("witness"), *disk().localPath(name)));
    EXPECT_FALSE(fs::exists(staged(id)));
    EXPECT_EQ(bytesOf(serve(name)), "hello");
}

// The bucket stands for all that can fail once the store has the file.
TEST_F(Tus, IsFinishedAgainWhenItCouldNotBecomeMedia) {
    const std::string id = created("hell", 5);
    bool isGone = true;
    fixture_.captured().on<BucketFilling>([&](BucketFilling& event) {
        if (isGone) throw ApiError::notFound("bucket", event.slug);
    });
    EXPECT_EQ(errorOf([&] { append(id, 4, "o"); }), test::missing("bucket", "site"));
    EXPECT_EQ(storedKeys().size(), 0U);
    EXPECT_EQ(fs::file_size(staged(id)), 5U);
    EXPECT_EQ(errorOf([&] { created("he", 5); }), test::missing("bucket", "site"));
    EXPECT_EQ(count("media_uploads"), 1);
    isGone = false;
    EXPECT_EQ(bytesOf(serve(nameOf(headerOf(send(Method::Get, id), "Inkwell-Media-Id")))), "hello");
    EXPECT_EQ(storedKeys().size(), 1U);
}

// The server died between the store's commit and the record, so that the store and the upload share a file.
TEST_F(Tus, DoesNotTouchAFileThatAStoreHasTakenOver) {
    const std::string id = created("hell", 5);
    const std::string name = nameOf(headerOf(append(id, 4, "o"), "Inkwell-Media-Id"));
    const auto share = [&] { fs::create_hard_link(*disk().localPath(name), staged(id)); };
    share();
    EXPECT_EQ(append(id, 5, "").status, 204) << "it is media already";
    EXPECT_EQ(errorOf([&] { append(id, 5, "more"); }), "413: the piece goes past the 5 bytes announced");
    fixture_.database().write([](Sql& sql) { sql.execute("UPDATE media_uploads SET media_id = ''", {}); });
    EXPECT_EQ(errorOf([&] { append(id, 5, "more"); }), "413: the piece goes past the 5 bytes announced");
    EXPECT_EQ(errorOf([&] { append(id, 0, "HELLO"); }), "409: upload '" + id + "' has 5 bytes; go on from there");
    EXPECT_EQ(bytesOf(serve(name)), "hello");
    EXPECT_TRUE(fs::equivalent(staged(id), *disk().localPath(name)));
    const std::string second = nameOf(headerOf(append(id, 5, ""), "Inkwell-Media-Id"));
    EXPECT_FALSE(fs::exists(staged(id)));
    EXPECT_EQ(bytesOf(serve(second)), "hello");
    disk().remove(second);
    share();
    fixture_.runJob("sweep");
    EXPECT_FALSE(fs::exists(staged(id)));
    share();
    send(Method::Delete, id);
    EXPECT_FALSE(fs::exists(staged(id)));
    EXPECT_EQ(bytesOf(serve(name)), "hello");
}

TEST_F(Tus, IsTheSameContentAsAForm) {
    std::string bytes = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>";
    for (int n = 0; bytes.size() < 2'500'000; ++n) bytes += std::to_string(n);
    const JsonObject form = upload({file("a.txt", bytes)});
    const auto size = static_cast<std::int64_t>(bytes.size());
    append(created("", size), 0, bytes);
    append(created(bytes.substr(0, 1'500'000), size), 1'500'000, bytes.substr(1'500'000));
    created(bytes, size);
    const auto rows = fixture_.database().read([](Sql& sql) {
        return sql.select(
            "SELECT content.digest, content.size, record.content_type, record.size FROM media record "
            "JOIN media_contents content ON content.location = record.location");
    });
    ASSERT_EQ(rows.size(), 4U);
    for (const SqlRow& row : rows) {
        EXPECT_EQ(row[0].text(), rows[0][0].text());
        EXPECT_EQ(row[1].integer(), size);
        EXPECT_EQ(row[2].text(), textIn(form, "type"));
        EXPECT_EQ(row[3].integer(), size);
    }
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
