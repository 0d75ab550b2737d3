#include "inkwell/folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace inkwell {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
protected:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "inkwell-folder-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
        root_ = pattern;
    }
    ~Folder() override {
        fs::permissions(root_, fs::perms::owner_all);
        fs::remove_all(root_);
    }

    static std::string refusalOf(const fs::path& folder) {
        try {
            requireUsableFolder(folder);
            return "";
        } catch (const std::runtime_error& error) {
            return error.what();
        }
    }

    fs::path root_;
};

TEST_F(Folder, ThatIsThereOrCanBeMadeIsUsable) {
    EXPECT_EQ(refusalOf(root_), "");
    EXPECT_EQ(refusalOf(root_ / "a/b/c/"), "");
    EXPECT_FALSE(fs::exists(root_ / "a")) << "looking changed something";
}

TEST_F(Folder, ThatIsAFileOrBelowOneIsNamed) {
    const std::string file = (root_ / "file").string();
    std::ofstream(file) << "x";
    EXPECT_EQ(refusalOf(file), "the folder '" + file + "' cannot be used: it is not a folder");
    EXPECT_EQ(refusalOf(file + "/below"), "the folder '" + file + "/below' cannot be used: Not a directory");
}

TEST_F(Folder, ThatThisUserMayNotWriteIsNamedWithTheReason) {
    if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
    fs::permissions(root_, fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_EQ(refusalOf(root_), "the folder '" + root_.string() + "' cannot be used: Permission denied");
    EXPECT_EQ(refusalOf(root_ / "new"), "the folder '" + (root_ / "new").string() + "' cannot be made: '" +
                                            root_.string() + "': Permission denied");
}

}  // namespace
}  // namespace inkwell
