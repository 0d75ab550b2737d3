#include "server_claim.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "inkwell/database.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using database_sqlite::ServerClaim;

std::string claimRefusal(ServerClaim& claim) {
    try {
        claim.claim();
        return "";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::Unavailable);
        return error.what();
    }
}

TEST(ServerClaim, IsForOneServerWhateverPathLeadsToTheFile) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "deep/inkwell.db").string();
    const std::string link = (folder.path() / "link.db").string();
    const std::string hard = (folder.path() / "hard.db").string();
    ServerClaim first(file);
    std::shared_ptr<void> claim = first.claim();
    ASSERT_NE(claim, nullptr);
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::filesystem::create_symlink(file, link);
    std::filesystem::create_hard_link(file, hard);
    for (const std::string& path : {file, link, hard}) {
        ServerClaim other(path);
        const std::string refused = claimRefusal(other);
        EXPECT_NE(refused.find("cannot open the database file '" + path + "': another server is using it"),
                  std::string::npos)
            << refused;
        EXPECT_EQ(refused.find("(as '") != std::string::npos, path == link) << refused;
        EXPECT_NO_THROW(other.check()) << "commands look while a server runs";
    }
    claim.reset();
    ServerClaim next(hard);
    EXPECT_EQ(claimRefusal(next), "");
}

TEST(ServerClaim, TellsARestoreFromAServer) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "inkwell.db").string();
    const std::string opening = "cannot open the database file '" + file + "': ";
    ServerClaim first(file);
    ServerClaim second(file);
    std::shared_ptr<void> held = first.claimForRestore();
    EXPECT_EQ(claimRefusal(second),
              opening + "a restore is putting a backup in its place: try again when inkwell-restore has ended");
    held.reset();
    held = first.claim();
    EXPECT_THROW(second.claimForRestore(), DatabaseError);
    EXPECT_EQ(claimRefusal(second).find(opening + "another server is using it"), 0u);
}

TEST(ServerClaim, LooksWithoutOpening) {
    const TemporaryFolder folder;
    const auto refusalOf = [](const std::string& file) -> std::string {
        ServerClaim claim(file);
        try {
            claim.check();
            return "";
        } catch (const DatabaseError& error) {
            return error.what();
        }
    };
    const std::string fresh = (folder.path() / "new/inkwell.db").string();
    EXPECT_EQ(refusalOf(fresh), "");
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "new"));
    std::ofstream(folder.path() / "file") << "text";
    const std::string beside = (folder.path() / "file").string();
    EXPECT_EQ(refusalOf(beside + "/inkwell.db"), "cannot open the database file '" + beside +
                                                     "/inkwell.db': the folder '" + beside +
                                                     "' cannot be used: it is not a folder");
    EXPECT_EQ(refusalOf(folder.path().string()),
              "cannot open the database file '" + folder.path().string() + "': it is a folder");
}

}  // namespace
}  // namespace inkwell::test
