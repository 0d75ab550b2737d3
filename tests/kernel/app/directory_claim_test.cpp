#include "kernel/app/directory_claim.h"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "tests/support/temporary_folder.h"

namespace inkwell::kernel {
namespace {

TEST(DirectoryClaim, IsHeldByOneAtATime) {
    const test::TemporaryFolder folder;
    const std::string path = folder.path().string();
    std::optional<DirectoryClaim> first(std::in_place, path);
    try {
        const DirectoryClaim second(path);
        FAIL() << "both hold it";
    } catch (const std::runtime_error& error) {
        EXPECT_TRUE(std::string(error.what())
                        .starts_with("another server is starting or stopping with the data directory '" + path + "'"))
            << error.what();
    }
    first.reset();
    EXPECT_NO_THROW(DirectoryClaim{path});
}

TEST(DirectoryClaim, OfAFolderThatIsNotThereIsNothing) { EXPECT_NO_THROW(DirectoryClaim{"/none/there"}); }

}  // namespace
}  // namespace inkwell::kernel
