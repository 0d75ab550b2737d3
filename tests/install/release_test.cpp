// What is published beside the packages: the sources, and what has changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/install/installed_tree.h"

namespace inkwell::test {
namespace {

const std::string kDev = INKWELL_SOURCE_DIR "/dev";

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

TEST(Release, TheSourceArchiveIsTheSameWhenItIsMadeAgain) {
    if (!fs::exists(INKWELL_SOURCE_DIR "/.git")) GTEST_SKIP() << "these sources are no clone of the repository";
    const ScratchFolder scratch;
    const fs::path one = scratch.path() / "one.tar.gz", two = scratch.path() / "two.tar.gz";
    runWell(kDev, {"source-archive", one.string()});
    // Neither the zone, nor the user's settings, nor the mask of new files are in it.
    runWell("/bin/sh", {"-c", "umask 077 && exec '" + kDev + "' source-archive '" + two.string() + "'"},
            {{"TZ", "Asia/Tokyo"},
             {"GIT_CONFIG_COUNT", "1"},
             {"GIT_CONFIG_KEY_0", "tar.umask"},
             {"GIT_CONFIG_VALUE_0", "0077"}});
    EXPECT_TRUE(textOf(one) == textOf(two));
}

TEST(Release, TheSourceArchiveHoldsEveryFileAndCanBeConfigured) {
    if (!fs::exists(INKWELL_SOURCE_DIR "/.git")) GTEST_SKIP() << "these sources are no clone of the repository";
    const ScratchFolder scratch;
    const std::string archive = (scratch.path() / "sources.tar.gz").string();
    runWell(kDev, {"source-archive", archive});
    runWell("/bin/tar", {"-xzf", archive, "-C", scratch.path().string()});
    fs::remove(archive);
    ASSERT_EQ(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()), 1);
    const fs::path sources = *fs::directory_iterator(scratch.path());
    std::vector<std::string> expected =
        linesOf(runWell("/usr/bin/git", {"-C", INKWELL_SOURCE_DIR, "ls-tree", "-r", "--name-only", "HEAD"}));
    std::vector<std::string> found = filesBelow(sources);
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
    // Whatever a list of sources names is there.
    runWell(CMAKE_PROGRAM, {"-G", "Ninja", "-S", sources.string(), "-B", (scratch.path() / "build").string(),
                            "-DINKWELL_DASHBOARD=OFF", "-DINKWELL_TESTS=OFF"});
}

TEST(Release, TheNotesAreTheSectionOfTheVersion) {
    const std::string notes = runWell(kDev, {"release-notes"});
    EXPECT_TRUE(notes.starts_with("## ")) << notes.substr(0, 200);
    EXPECT_EQ(notes.find("\n## "), std::string::npos) << "the next version's section";
    EXPECT_NE(textOf(INKWELL_SOURCE_DIR "/CHANGELOG.md").find(notes), std::string::npos);
    const Finished unknown = runProgram(kDev, {"release-notes", "99.0.0"}, {});
    EXPECT_NE(unknown.code, 0);
    EXPECT_NE(unknown.err.find("CHANGELOG.md has no section about '99.0.0'"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace inkwell::test
