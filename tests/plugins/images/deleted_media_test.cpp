#include "deleted_media.h"

#include "fake_bucket_directory.h"
#include "temporary_file.h"
#include "tests/plugins/images/workshop.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::images {
namespace {

/// A library whose media have names; those that were replaced are found by the former one, too.
class NamedMedia : public MediaLibrary {
public:
    std::vector<Record> findByName(const Bucket& bucket, std::span<const std::string> asked) override {
        ++lookUps;
        if (isAway) throw ApiError::unavailable("the database is not available right now", 1);
        std::vector<Record> records;
        for (const std::string& name : asked) {
            const auto found = nameNow.find(bucket.id + "/" + name);
            if (found != nameNow.end()) records.push_back({name, {{"name", found->second}}});
        }
        return records;
    }
    std::optional<MediaContent> open(const Bucket&, const std::string&) override { return std::nullopt; }

    std::map<std::string, std::string> nameNow;
    bool isAway = false;
    int lookUps = 0;
};

class DeletedMediaSweep : public Workshop {
protected:
    void SetUp() override {
        Workshop::SetUp();
        if (IsSkipped()) return;
        for (const char* id : {"b1", "b2"}) {
            auto bucket = std::make_shared<Bucket>();
            bucket->id = id;
            directory_.buckets.push_back(bucket);
        }
        server_.setService<MediaLibrary>(&library_);
        server_.setService<BucketDirectory>(&directory_);
    }
    void keep(const std::string& bucketId, const std::string& name) {
        const Descriptor picture = openForReading(write("picture", "picture"));
        service().cache().add("aa" + std::to_string(10 + ++kept_), Format::Png, picture.get(), {bucketId, name});
        library_.nameNow[bucketId + "/" + name] = name;
    }
    std::string left() {
        std::string text;
        for (const auto& [bucketId, names] : service().cache().sources())
            for (const std::string& name : names) text += bucketId + "/" + name + " ";
        return text;
    }
    void happens(const std::string& bucketId, const std::string& kind, const std::string& action) {
        Change change;
        change.bucketId = bucketId;
        change.kind = kind;
        change.action = action;
        deleted_.changed(change);
        deleted_.sweep();
    }

    NamedMedia library_;
    testkit::FakeBucketDirectory directory_;
    test::PluginFixture server_;
    DeletedMedia deleted_{server_, service()};

private:
    int kept_ = 0;
};

TEST_F(DeletedMediaSweep, RemovesPicturesOfWhatIsDeletedOrReplaced) {
    for (const char* name : {"a.png", "b.png", "c.png"}) keep("b1", name);
    keep("b2", "a.png");
    deleted_.sweep();
    EXPECT_EQ(left(), "b1/a.png b1/b.png b1/c.png b2/a.png ");
    library_.nameNow.erase("b1/a.png");
    happens("b1", "media", "deleted");
    EXPECT_EQ(left(), "b1/b.png b1/c.png b2/a.png ");
    library_.nameNow["b1/b.png"] = "new.png";
    happens("b1", "media", "edited");
    EXPECT_EQ(left(), "b1/c.png b2/a.png ");
    directory_.buckets.erase(directory_.buckets.begin());
    happens("b1", "bucket", "deleted");
    EXPECT_EQ(left(), "b2/a.png ");
}

TEST_F(DeletedMediaSweep, LooksOnlyWhereMediaChanged) {
    keep("b1", "a.png");
    keep("b2", "a.png");
    deleted_.sweep();
    EXPECT_EQ(library_.lookUps, 2) << "once at all, after the start";
    deleted_.sweep();
    happens("b1", "media", "created");
    happens("b1", "object", "deleted");
    happens("b1", "bucket", "edited");
    EXPECT_EQ(library_.lookUps, 2);
    happens("b1", "media", "deleted");
    EXPECT_EQ(library_.lookUps, 3);
    deleted_.sweep();
    EXPECT_EQ(library_.lookUps, 3);
}

TEST_F(DeletedMediaSweep, FindsLaterWhatItCouldNotFindOut) {
    keep("b1", "a.png");
    deleted_.sweep();
    library_.nameNow.clear();
    library_.isAway = true;
    EXPECT_THROW(happens("b1", "media", "deleted"), ApiError);
    library_.isAway = false;
    deleted_.sweep();
    EXPECT_EQ(left(), "b1/a.png ");
    deleted_.lookAtAll();
    deleted_.sweep();
    EXPECT_EQ(left(), "");
}

TEST_F(DeletedMediaSweep, LeavesPicturesWhileMediaAreDisabled) {
    keep("b1", "a.png");
    library_.nameNow.clear();
    server_.setService<MediaLibrary>(nullptr);
    deleted_.sweep();
    EXPECT_EQ(left(), "b1/a.png ");
}

TEST_F(DeletedMediaSweep, AsksForManyNames) {
    for (int n = 0; n < 450; ++n) keep("b1", "m" + std::to_string(n));
    keep("b1", "stays");
    library_.nameNow = {{"b1/stays", "stays"}};
    deleted_.sweep();
    EXPECT_EQ(library_.lookUps, 3);
    EXPECT_EQ(left(), "b1/stays ");
}

}  // namespace
}  // namespace inkwell::images
