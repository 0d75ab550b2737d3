#include "disk_media_store.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <set>

#include "files.h"
#include "media_store_suite.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::testkit {
namespace {

namespace fs = std::filesystem;
using Kind = MediaStoreError::Kind;
using media_store_disk::DiskMediaStore;
using test::TemporaryFolder;

class TemporaryDiskStore : private TemporaryFolder, public DiskMediaStore {
public:
    TemporaryDiskStore() {
        useRoot(path() / "deep" / "root", [] { return false; });
    }
};

INSTANTIATE_TEST_SUITE_P(Disk, MediaStoreSuite,
                         testing::Values(MediaStoreCase{"disk", [] { return std::make_unique<TemporaryDiskStore>(); }}),
                         MediaStoreSuite::nameOf);

class DiskStore : public testing::Test {
protected:
    DiskStore() { start(store_); }

    /// As with a database that knows contents in this store, or none.
    void start(DiskMediaStore& store, bool hasContents = false) const {
        store.useRoot(root_, [hasContents] { return hasContents; });
    }

    void put(const std::string& key, const std::string& bytes) {
        const auto writer = store_.begin(key, {"text/plain"});
        writer->write(bytes);
        writer->commit();
    }
    bool adopt(const std::string& key, const fs::path& file) {
        const auto writer = store_.adopt(key, {"text/plain"}, file);
        if (writer) writer->commit();
        return writer != nullptr;
    }
    fs::path file(const std::string& bytes) const {
        std::ofstream(folder_.path() / "file", std::ios::binary) << bytes;
        return folder_.path() / "file";
    }
    static Kind kindOf(const std::function<void()>& action) {
        try {
            action();
        } catch (const MediaStoreError& error) {
            return error.kind();
        }
        ADD_FAILURE() << "no MediaStoreError was thrown";
        return Kind::Other;
    }
    std::vector<fs::path> files() const {
        std::vector<fs::path> all;
        for (const auto& entry : fs::recursive_directory_iterator(root_)) {
            if (!entry.is_directory()) all.push_back(entry.path());
        }
        return all;
    }
    static mode_t modeOf(const fs::path& path) {
        struct stat status {};
        EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
        return status.st_mode & 0777;
    }

    TemporaryFolder folder_;
    const fs::path root_ = folder_.path() / "media";
    DiskMediaStore store_;
};

TEST_F(DiskStore, IsUnavailableBeforeItHasARoot) {
    DiskMediaStore store;
    EXPECT_EQ(kindOf([&] { store.begin("k1", {}); }), Kind::Unavailable);
    EXPECT_EQ(kindOf([&] { store.adopt("k1", {}, file("one")); }), Kind::Unavailable);
    EXPECT_EQ(kindOf([&] { store.open("k1", 0, 1); }), Kind::Unavailable);
    EXPECT_EQ(kindOf([&] { store.remove("k1"); }), Kind::Unavailable);
    EXPECT_FALSE(store.localPath("k1"));
}

TEST_F(DiskStore, RefusesARootThatIsAFile) {
    std::ofstream(folder_.path() / "file") << "x";
    DiskMediaStore store;
    for (const fs::path& root : {folder_.path() / "file", folder_.path() / "file" / "below"}) {
        for (const bool hasContents : {false, true})
            EXPECT_EQ(kindOf([&] { store.useRoot(root, [=] { return hasContents; }); }), Kind::Other) << root;
    }
}

TEST_F(DiskStore, KeepsContentForTheNextServer) {
    put("k1", "one");
    DiskMediaStore next;
    start(next, true);
    EXPECT_EQ(next.size("k1"), 3);
}

TEST_F(DiskStore, LetsNobodyElseReadItsFiles) {
    put("k1", "one");
    const fs::path file = *store_.localPath("k1");
    EXPECT_EQ(modeOf(file), 0600u);
    EXPECT_EQ(modeOf(file.parent_path()), 0700u);
    EXPECT_EQ(modeOf(root_), 0700u);
    EXPECT_EQ(modeOf(root_ / ".unfinished"), 0700u);
}

TEST_F(DiskStore, SpreadsKeysThatLookAlikeOverManyFolders) {
    std::set<fs::path> folders;
    for (int i = 0; i < 1000; ++i) {
        const fs::path path = *store_.localPath("67413b2c0000000000000" + std::to_string(100 + i));
        EXPECT_EQ(path.parent_path().parent_path(), root_);
        folders.insert(path.parent_path());
    }
    EXPECT_GT(folders.size(), 700u);
}

TEST_F(DiskStore, ShowsNoContentUntilItIsWhole) {
    const auto writer = store_.begin("k1", {});
    writer->write(std::string(1'000'000, 'x'));
    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(files()[0].parent_path(), root_ / ".unfinished");
    writer->commit();
    ASSERT_EQ(files().size(), 1u);
    EXPECT_EQ(files()[0], *store_.localPath("k1"));
}

TEST_F(DiskStore, TakesAFileOfItsFileSystemOverWithoutWritingIt) {
    const fs::path taken = file("one");
    fs::permissions(taken, fs::perms::all);
    ASSERT_TRUE(adopt("k1", taken));
    EXPECT_TRUE(fs::equivalent(taken, *store_.localPath("k1")));
    EXPECT_EQ(modeOf(*store_.localPath("k1")), 0600u);
    EXPECT_EQ(files().size(), 1u);
    ASSERT_TRUE(adopt("k1", taken)) << "it is there already";
    EXPECT_EQ(files().size(), 1u);
    fs::remove(taken);
    EXPECT_EQ(store_.size("k1"), 3);
}

TEST_F(DiskStore, TakesAFileOverAsIfItHadJustBeenWritten) {
    const fs::path taken = file("one");
    fs::last_write_time(taken, fs::file_time_type::clock::now() - std::chrono::hours(2));
    const auto writer = store_.adopt("k1", {}, taken);
    ASSERT_TRUE(writer);
    store_.removeUnfinished(60 * 60 * 1000);
    writer->commit();
    std::int64_t ageMs = -1;
    store_.list([&](const MediaStore::Entry& entry) { ageMs = entry.ageMs; });
    EXPECT_GE(ageMs, 0);
    EXPECT_LT(ageMs, 60 * 60 * 1000);
}

TEST_F(DiskStore, SaysNothingOfAFileThatItCannotLink) {
    file("one");
    fs::create_symlink("file", folder_.path() / "link");
    EXPECT_FALSE(adopt("k1", folder_.path() / "link"));
    EXPECT_FALSE(adopt("k1", folder_.path()));
    EXPECT_FALSE(adopt("k1", "/proc/self/status")) << "of another file system";
    EXPECT_TRUE(files().empty());
}

TEST_F(DiskStore, KeepsTheFileOfATakeoverThatCannotBeCommitted) {
    const fs::path taken = file("one");
    const auto writer = store_.adopt("k1", {}, taken);
    ASSERT_TRUE(writer);
    fs::remove_all(root_);
    EXPECT_EQ(kindOf([&] { writer->commit(); }), Kind::Unavailable);
    EXPECT_EQ(fs::file_size(taken), 3u);
}

TEST_F(DiskStore, RemovesItsTemporaryFileWhenAWriterIsDropped) {
    store_.adopt("k1", {}, file("one"));
    EXPECT_TRUE(files().empty());

    store_.begin("k1", {})->write(std::string(1'000'000, 'x'));
    EXPECT_TRUE(files().empty());
}

TEST_F(DiskStore, RemovesWhatACrashLeftWhenItIsOldEnough) {
    put("k1", "one");
    const fs::path left = root_ / ".unfinished" / "of-a-crash";
    std::ofstream(left) << "half";
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
    store_.removeUnfinished(3 * 60 * 60 * 1000);
    EXPECT_TRUE(fs::exists(left));
    store_.removeUnfinished(60 * 60 * 1000);
    EXPECT_FALSE(fs::exists(left));
    EXPECT_EQ(store_.size("k1"), 3);
}

TEST_F(DiskStore, TellsTheAgeOfAContent) {
    put("k1", "one");
    fs::last_write_time(*store_.localPath("k1"), fs::file_time_type::clock::now() - std::chrono::hours(2));
    std::int64_t ageMs = 0;
    store_.list([&](const MediaStore::Entry& entry) { ageMs = entry.ageMs; });
    EXPECT_GE(ageMs, 2 * 60 * 60 * 1000);
}

TEST_F(DiskStore, ListsNoFilesOfOthers) {
    put("k1", "one");
    const fs::path shard = store_.localPath("k1")->parent_path();
    std::ofstream(root_ / "README") << "x";
    std::ofstream(shard / ".hidden") << "x";
    std::ofstream(shard / "of-another-shard-1") << "x";
    std::ofstream(shard / "of-another-shard-2") << "x";
    fs::create_directory(shard / "folder");
    fs::create_directory(root_ / "lost+found");
    std::vector<std::string> keys;
    store_.list([&](const MediaStore::Entry& entry) { keys.push_back(entry.key); });
    EXPECT_EQ(keys, std::vector<std::string>{"k1"});
}

TEST_F(DiskStore, FollowsNoSymbolicLink) {
    put("k1", "one");
    const fs::path path = *store_.localPath("k1");
    fs::remove(path);
    std::ofstream(folder_.path() / "secret") << "secret";
    fs::create_symlink(folder_.path() / "secret", path);
    EXPECT_EQ(kindOf([&] { store_.open("k1", 0, 10); }), Kind::Other);
    store_.remove("k1");
    EXPECT_TRUE(fs::exists(folder_.path() / "secret"));
}

TEST_F(DiskStore, SaysThatAReadFailedWhenAFileBecomesShorter) {
    put("k1", std::string(1'000'000, 'x'));
    const auto stream = store_.open("k1", 0, MediaStore::kToEnd);
    fs::resize_file(*store_.localPath("k1"), 500'000);
    std::string bytes(1'000'000, '\0');
    EXPECT_FALSE(stream->read(bytes.data(), 1'000'000));
    EXPECT_TRUE(stream->bad());
}

TEST_F(DiskStore, IsUnavailableWhenItsRootHasGone) {
    fs::remove_all(root_);
    EXPECT_EQ(kindOf([&] { store_.begin("k1", {}); }), Kind::Unavailable);
    EXPECT_EQ(kindOf([&] { store_.open("k1", 0, 1); }), Kind::Unavailable);
    EXPECT_EQ(kindOf([&] { store_.size("k1"); }), Kind::Unavailable);
}

TEST_F(DiskStore, TellsTheServersHealthWhetherItsFolderIsInPlace) {
    EXPECT_NO_THROW(store_.check());
    const fs::path aside = folder_.path() / "aside";
    fs::rename(root_, aside);
    EXPECT_EQ(kindOf([&] { store_.check(); }), Kind::Unavailable);
    fs::create_directory(root_);
    EXPECT_EQ(kindOf([&] { store_.check(); }), Kind::Unavailable) << "nothing is mounted there";
    EXPECT_EQ(kindOf([&] { store_.size("k1"); }), Kind::Unavailable);
    fs::remove(root_);
    fs::rename(aside, root_);
    EXPECT_NO_THROW(store_.check());
    EXPECT_EQ(kindOf([&] { store_.size("k1"); }), Kind::NotFound);
}

TEST_F(DiskStore, TakesNothingForRemovedWhileItsFolderIsAway) {
    put("k1", "one");
    const fs::path aside = folder_.path() / "aside";
    fs::rename(root_, aside);
    EXPECT_EQ(kindOf([&] { store_.remove("k1"); }), Kind::Unavailable);
    fs::create_directory(root_);
    EXPECT_EQ(kindOf([&] { store_.remove("k1"); }), Kind::Unavailable) << "nothing is mounted there";
    fs::remove(root_);
    fs::rename(aside, root_);
    EXPECT_EQ(store_.size("k1"), 3);
    store_.remove("k1");
    EXPECT_EQ(kindOf([&] { store_.size("k1"); }), Kind::NotFound);
    EXPECT_NO_THROW(store_.remove("k1")) << "there is none";
}

TEST_F(DiskStore, StaysAwayWhenItStartsWhereNothingIsMounted) {
    put("k1", "one");
    const fs::path aside = folder_.path() / "aside";
    fs::rename(root_, aside);
    const fs::path taken = file("two");
    for (const bool isMountPoint : {false, true}) {
        if (isMountPoint) fs::create_directory(root_);
        DiskMediaStore store;
        start(store, true);
        EXPECT_EQ(kindOf([&] { store.check(); }), Kind::Unavailable);
        EXPECT_EQ(kindOf([&] { store.size("k1"); }), Kind::Unavailable);
        EXPECT_EQ(kindOf([&] { store.open("k1", 0, 1); }), Kind::Unavailable);
        EXPECT_EQ(kindOf([&] { store.begin("k2", {}); }), Kind::Unavailable);
        EXPECT_EQ(kindOf([&] { store.adopt("k2", {}, taken); }), Kind::Unavailable);
        EXPECT_EQ(kindOf([&] { store.remove("k1"); }), Kind::Unavailable);
        EXPECT_EQ(fs::exists(root_), isMountPoint);
        EXPECT_TRUE(!isMountPoint || fs::is_empty(root_));
    }
    DiskMediaStore store;
    start(store, true);
    fs::remove(root_);
    fs::rename(aside, root_);
    EXPECT_NO_THROW(store.check());
    EXPECT_EQ(store.size("k1"), 3);
    store.remove("k1");
    EXPECT_EQ(kindOf([&] { store.size("k1"); }), Kind::NotFound);
}

TEST_F(DiskStore, TellsTheOperatorWhatToDoWhenItIsAway) {
    fs::remove_all(root_);
    DiskMediaStore store;
    start(store, true);
    try {
        store.check();
        FAIL() << "it is there";
    } catch (const MediaStoreError& error) {
        EXPECT_STREQ(error.what(),
                     ("'" + root_.string() + "' has none of the media: mount it; 'inkwell doctor' says more").c_str());
    }
    const std::string root = root_.string();
    EXPECT_EQ(media_store_disk::remedyOfAbsence(root_),
              "mount what belongs at '" + root +
                  "', or restore the media there from a backup; to go on without them make the "
                  "folder '" +
                  root + "/.unfinished' as the server's user");
    fs::create_directories(root_ / ".unfinished");
    EXPECT_NO_THROW(store.check());
}

TEST_F(DiskStore, MakesItsFoldersWhenNothingBelongsThere) {
    fs::remove_all(root_);
    DiskMediaStore first;
    start(first);
    EXPECT_TRUE(fs::exists(root_ / ".unfinished"));
    EXPECT_NO_THROW(first.check());
}

TEST_F(DiskStore, MakesNoFoldersAnewWhileItRuns) {
    fs::remove_all(root_);
    EXPECT_EQ(kindOf([&] { store_.check(); }), Kind::Unavailable);
    EXPECT_EQ(kindOf([&] { store_.begin("k1", {}); }), Kind::Unavailable);
    EXPECT_FALSE(fs::exists(root_));
    start(store_);
    EXPECT_NO_THROW(store_.check()) << "switched off and on";
}

TEST_F(DiskStore, TakesACopyOfABackupForItsOwn) {
    put("k1", "one");
    fs::remove(root_ / ".unfinished");
    DiskMediaStore store;
    start(store, true);
    EXPECT_EQ(store.size("k1"), 3);
    EXPECT_TRUE(fs::exists(root_ / ".unfinished"));
}

TEST_F(DiskStore, TakesNoFoldersWithoutFilesForACopyOfABackup) {
    const auto writer = store_.begin("k1", {});
    writer->write("one");
    fs::remove_all(root_);
    EXPECT_EQ(kindOf([&] { writer->commit(); }), Kind::Unavailable);
    EXPECT_FALSE(fs::is_empty(root_));
    DiskMediaStore store;
    start(store, true);
    EXPECT_EQ(kindOf([&] { store.check(); }), Kind::Unavailable);
}

TEST_F(DiskStore, StaysAwayWhileNobodyKnowsWhatBelongsThere) {
    fs::remove_all(root_);
    bool isKnown = false;
    DiskMediaStore store;
    store.useRoot(root_, [&] {
        if (!isKnown) throw std::runtime_error("the database is away");
        return false;
    });
    EXPECT_EQ(kindOf([&] { store.begin("k1", {}); }), Kind::Unavailable);
    EXPECT_FALSE(fs::exists(root_));
    isKnown = true;
    EXPECT_NO_THROW(store.begin("k1", {}));
}

TEST_F(DiskStore, IsTheSameForAllServersThatShareItsRoot) {
    fs::remove_all(root_);
    bool hasContents = false;
    DiskMediaStore one;
    DiskMediaStore other;
    for (DiskMediaStore* store : {&one, &other}) store->useRoot(root_, [&] { return hasContents; });
    one.begin("k1", {})->commit();
    hasContents = true;
    EXPECT_EQ(other.size("k1"), 0);
    DiskMediaStore late;
    start(late, true);
    EXPECT_EQ(late.size("k1"), 0);
}

TEST_F(DiskStore, IsUnavailableWhenItsRootGoesBeforeACommit) {
    const auto writer = store_.begin("k1", {});
    writer->write("one");
    fs::remove_all(root_);
    EXPECT_EQ(kindOf([&] { writer->commit(); }), Kind::Unavailable);
}

TEST_F(DiskStore, CallsNoSpaceAndQuotasFull) {
    for (const int error : {ENOSPC, EDQUOT, EFBIG}) {
        EXPECT_EQ(media_store_disk::fileError("write", "f", error).kind(), Kind::Full);
    }
    EXPECT_EQ(media_store_disk::fileError("write", "f", EMFILE).kind(), Kind::Unavailable);
    EXPECT_EQ(media_store_disk::fileError("write", "f", EIO).kind(), Kind::Other);
    EXPECT_STREQ(media_store_disk::fileError("write", "f", ENOSPC).what(), "cannot write 'f': No space left on device");
}

/// No file of this process can become larger.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST_F(DiskStore, LeavesNothingOfAContentThatFoundNoRoom) {
    {
        const FileSizeLimit limit(1'000'000);
        const std::string bytes(2'000'000, 'x');
        EXPECT_EQ(kindOf([&] { store_.begin("large", {})->write(bytes); }), Kind::Full);
        const auto writer = store_.begin("small", {});
        for (int i = 0; i < 9; ++i) writer->write(std::string(100'000, 'x'));
        EXPECT_EQ(kindOf([&] {
                      writer->write(std::string(200'000, 'x'));
                      writer->commit();
                  }),
                  Kind::Full);
    }
    EXPECT_EQ(kindOf([&] { store_.size("small"); }), Kind::NotFound);
    put("small", "x");
    EXPECT_EQ(files().size(), 1u);
}

}  // namespace
}  // namespace inkwell::testkit
