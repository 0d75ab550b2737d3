#include "kernel/config/installation.h"

#include <gtest/gtest.h>

#include <fstream>

#include "inkwell/crypto.h"

namespace inkwell::kernel {
namespace {

namespace fs = std::filesystem;

class InstallationTest : public testing::Test {
protected:
    InstallationTest() : directory_(fs::temp_directory_path() / ("inkwell-installation-" + randomToken(12))) {
        fs::create_directories(directory_);
        std::ofstream(directory_ / "there.json") << "{}";
        // Not even root may follow it.
        fs::create_symlink(directory_ / "loop", directory_ / "loop");
    }
    ~InstallationTest() override { fs::remove_all(directory_); }

    const fs::path directory_;
};

TEST_F(InstallationTest, TheFirstConfigurationThatIsThereIsTaken) {
    const fs::path there = directory_ / "there.json";
    EXPECT_EQ(firstThatMayExist({directory_ / "missing.json", there, directory_ / "other.json"}), there);
    EXPECT_EQ(firstThatMayExist({there / "below-a-file.json", there}), there);
    EXPECT_EQ(firstThatMayExist({directory_ / "a.json", directory_ / "b.json"}), directory_ / "a.json");
}

TEST_F(InstallationTest, AConfigurationThatCannotBeLookedAtIsNotTakenForMissing) {
    const fs::path hidden = directory_ / "loop" / "inkwell.json";
    EXPECT_EQ(firstThatMayExist({directory_ / "missing.json", hidden, directory_ / "there.json"}), hidden);
}

}  // namespace
}  // namespace inkwell::kernel
