// What a store that fails means for /health/ready and for the sweep.
#include "contents/content_service.h"

#include <filesystem>
#include <optional>

#include "inkwell/stored_contents.h"
#include "inkwell/trash_bin.h"
#include "records/open_media.h"
#include "tests/plugins/media/media_fixture.h"

namespace inkwell::media {
namespace {

/// Answers every question for a size with the same error, or with a size.
class SickStore : public inkwell::MediaStore {
public:
    std::string name() const override { return "sick"; }
    std::int64_t size(const std::string&) override {
        if (error) throw MediaStoreError(*error, "connection refused");
        return 1;
    }
    std::unique_ptr<MediaWriter> begin(const std::string&, const MediaContentInfo&) override { return nullptr; }
    std::unique_ptr<std::istream> open(const std::string&, std::int64_t, std::int64_t) override { return nullptr; }
    void remove(const std::string&) override {
        ++removals;
        if (throwsANumber) throw 42;
        if (error) throw MediaStoreError(*error, "connection refused");
    }
    void list(const std::function<void(const Entry&)>&) override {}
    std::optional<std::filesystem::path> localPath(const std::string&) const override { return file; }
    void removeUnfinished(std::int64_t) override { ++sweeps; }

    std::optional<MediaStoreError::Kind> error;
    std::optional<std::filesystem::path> file;
    bool throwsANumber = false;
    int removals = 0;
    int sweeps = 0;
};

class StoreHealth : public testing::Test {
protected:
    StoreHealth() {
        fixture_.contribute<inkwell::MediaStore>(store_);
        settings_.store = store_.name();
    }

    test::PluginFixture fixture_;
    SickStore store_;
    MediaSettings settings_;
    ContentService contents_{fixture_, settings_};
};

TEST_F(StoreHealth, IsFineWhileTheStoreAnswersAtAll) {
    EXPECT_EQ(contents_.storeProblem(), "");
    store_.error = MediaStoreError::Kind::NotFound;
    EXPECT_EQ(contents_.storeProblem(), "");
    for (const auto kind : {MediaStoreError::Kind::Unavailable, MediaStoreError::Kind::Other}) {
        store_.error = kind;
        EXPECT_EQ(contents_.storeProblem(), "the media store 'sick' does not answer: connection refused");
    }
    settings_.store = "gone";
    EXPECT_EQ(contents_.storeProblem(), "there is no media store named 'gone'");
}

TEST_F(StoreHealth, TellsAStoreOfAllServersFromAFolderOfThisOne) {
    EXPECT_TRUE(contents_.isStoreShared());
    store_.file = "/srv/media/any";
    EXPECT_FALSE(contents_.isStoreShared());
    settings_.store = "gone";
    EXPECT_FALSE(contents_.isStoreShared()) << "this server has no such plugin";
}

class ContentSweep : public MediaFixture {
protected:
    ContentSweep() { fixture_.contribute<inkwell::MediaStore>(sick_); }
    void doom(const std::string& location) {
        fixture_.database().write([&](Sql& sql) {
            sql.execute(
                "INSERT INTO media_contents (location, state, digest, size, expires_at) VALUES (?, 2, '', 0, 0)",
                {location});
        });
    }
    SickStore sick_;
};

// Every attempt waits as long as a connection may take to be refused.
TEST_F(ContentSweep, EndsInTimeWhileTheStoreIsAway) {
    for (int n = 0; n < 250; ++n) doom("sick:k" + std::to_string(n));
    doom("disk:k1");
    doom("sicker:k1");
    doom("zone:k1");
    sick_.error = MediaStoreError::Kind::Unavailable;
    fixture_.runJob("sweep");
    EXPECT_EQ(sick_.removals, 1) << "it is left out for the rest of the sweep";
    EXPECT_EQ(sick_.sweeps, 0);
    EXPECT_EQ(count("media_contents"), 252) << "the other store is swept";
    fixture_.runJob("sweep");
    EXPECT_EQ(sick_.removals, 2) << "it may be back";
    sick_.error = MediaStoreError::Kind::Other;
    fixture_.runJob("sweep");
    EXPECT_EQ(sick_.removals, 252) << "what one content is refused for need not hold for the next";
    EXPECT_EQ(sick_.sweeps, 1);
    sick_.error.reset();
    fixture_.runJob("sweep");
    EXPECT_EQ(count("media_contents"), 2) << "of stores that are disabled";
}

TEST_F(ContentSweep, KeepsTheDeletedWhileTheirFolderIsAway) {
    namespace fs = std::filesystem;
    const JsonObject media = upload({file("a.txt", "words")});
    const fs::path root = disk().localPath(textIn(media, "name"))->parent_path().parent_path();
    const fs::path aside = root.string() + "-aside";
    fs::rename(root, aside);
    fs::create_directory(root);  // where it was mounted
    RequestParts parts;
    parts.path = {{"id", textIn(media, "id")}};
    call(Method::Delete, std::string(kMedia) + "/{id}", std::move(parts));
    for (const char* job : {"removals", "sweep"}) fixture_.runJob(job);
    EXPECT_EQ(count("media_contents"), 1);
    fs::remove(root);
    fs::rename(aside, root);
    EXPECT_EQ(storedKeys().size(), 1U);
    fixture_.runJob("sweep");
    EXPECT_EQ(count("media_contents"), 0);
    EXPECT_TRUE(storedKeys().empty());
}

TEST_F(ContentSweep, GoesOnAfterAStoreThatThrowsANumber) {
    for (int n = 0; n < 2; ++n) doom("sick:k" + std::to_string(n));
    sick_.throwsANumber = true;
    fixture_.runJob("sweep");
    EXPECT_EQ(sick_.removals, 2);
    EXPECT_EQ(sick_.sweeps, 1);
    EXPECT_EQ(count("media_contents"), 2) << "the next sweep tries again";
    EXPECT_TRUE(fixture_.capturedLog().contains(
        "the content 'sick:k0' could not be removed yet: an exception that is no std::exception"));
}

TEST_F(ContentSweep, IsLeftAFailedUploadWhoseStoreThrowsANumber) {
    sick_.throwsANumber = true;
    MediaSettings settings;
    settings.store = "sick";
    ContentService(fixture_, settings).abandon("sick:k", true);
    EXPECT_EQ(sick_.removals, 1);
    EXPECT_TRUE(
        fixture_.capturedLog().contains("the content 'sick:k' of a failed upload is left to the sweep: "
                                        "an exception that is no std::exception"));
}

/// Keeps what it is given.
class FakeTrash : public TrashBin {
public:
    std::optional<std::int64_t> take(const Bucket&, const Access&, const TrashedRecord&) override { return 1; }
    void restore(const Bucket&, const Access&, const std::string&, const Undeletion&) override {}
    std::vector<TrashedRecord> find(const Bucket&, std::span<const std::string>) override { return {}; }
};

TEST_F(ContentSweep, KnowsWhatCameToTheTrash) {
    FakeTrash trash;
    fixture_.setService<TrashBin>(&trash);
    const JsonObject media = upload({file("a.txt", "words")});
    upload({file("b.txt", "words")});
    RequestParts parts;
    parts.path = {{"id", textIn(media, "id")}};
    call(Method::Delete, std::string(kMedia) + "/{id}", std::move(parts));
    for (const char* job : {"trashed", "sweep"}) fixture_.runJob(job);
    EXPECT_EQ(count("media_contents WHERE in_trash = 1"), 1);
    EXPECT_EQ(storedKeys().size(), 2U) << "nobody can read what lies in a folder of the server";
}

// Wherever two nodes of a cluster each commit what the other does not see.
TEST_F(ContentSweep, KeepsWhatARecordUsesAfterAll) {
    const JsonObject media = upload({file("a.txt", "words")});
    fixture_.database().write([](Sql& sql) { sql.execute("UPDATE media_contents SET state = 2", {}); });
    fixture_.runJob("sweep");
    EXPECT_EQ(bytesOf(serve(textIn(media, "name"))), "words");
    EXPECT_TRUE(fixture_.capturedLog().contains("stays: a record of media uses it after all"));
    RequestParts parts;
    parts.path = {{"id", textIn(media, "id")}};
    call(Method::Delete, std::string(kMedia) + "/{id}", std::move(parts));
    fixture_.runJob("removals");
    EXPECT_TRUE(storedKeys().empty());
    EXPECT_EQ(count("media_contents"), 0);
}

class StoreOfTheFixture : public MediaFixture {};

TEST_F(StoreOfTheFixture, MayMakeNoWriterAndNoStream) {
    SickStore sick;
    fixture_.contribute<inkwell::MediaStore>(sick);
    MediaSettings settings;
    settings.store = "sick";
    ContentService contents(fixture_, settings);
    EXPECT_THROW(contents.begin("k", {"text/plain", false}), MediaStoreError);
    EXPECT_EQ(sick.removals, 1);
    const std::string name = textIn(upload({file("a.txt", "words")}), "name");
    fixture_.database().write([](Sql& sql) {
        for (const char* table : {"media_contents", "media_links"})
            sql.execute(std::string("UPDATE ") + table + " SET location = 'sick:k'", {});
    });
    const std::optional<MediaContent> content = openMedia(fixture_, contents, *bucket_, name);
    EXPECT_EQ(errorOf([&] { content->read(0, 5); }), "500: the media store failed");
}

TEST_F(StoreOfTheFixture, LearnsWhetherTheDatabaseKnowsContentsInIt) {
    const StoredContents& known = *fixture_.contributions<StoredContents>().front();
    EXPECT_FALSE(known.areIn("disk"));
    const JsonObject media = upload({file("a.txt", "words")});
    EXPECT_TRUE(known.areIn("disk"));
    RequestParts parts;
    parts.path = {{"id", textIn(media, "id")}};
    call(Method::Delete, std::string(kMedia) + "/{id}", std::move(parts));
    EXPECT_TRUE(known.areIn("disk")) << "the file is still to be removed";
    fixture_.runJob("removals");
    EXPECT_FALSE(known.areIn("disk"));
}

TEST_F(StoreOfTheFixture, IsAskedByTheReadinessCheck) { EXPECT_EQ(fixture_.healthProblem("store"), ""); }

}  // namespace
}  // namespace inkwell::media
