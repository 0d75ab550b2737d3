#include "kernel/commands/input_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

namespace inkwell::kernel {
namespace {

std::string refusalOf(const std::string& path, const std::string& purpose = "") {
    try {
        openInput(path, purpose);
        return "";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

TEST(InputFile, SaysWhyItCannotBeRead) {
    const std::string folder = std::filesystem::temp_directory_path().string();
    EXPECT_EQ(refusalOf(folder), "cannot read the file '" + folder + "': it is a folder");
    EXPECT_EQ(refusalOf("/nonexistent", " (--token-file)"),
              "cannot read the file '/nonexistent' (--token-file): No such file or directory");
    EXPECT_EQ(refusalOf("/dev/null"), "");
}

}  // namespace
}  // namespace inkwell::kernel
