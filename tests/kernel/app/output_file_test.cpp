#include "kernel/app/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cerrno>
#include <fstream>
#include <future>
#include <iterator>
#include <system_error>

#include "kernel/app/kept_choice.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::kernel {
namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

class OutputFiles : public testing::Test {
protected:
    fs::path path(const std::string& name) const { return folder_.path() / name; }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
    void makePipe(const std::string& name) const { ASSERT_EQ(mkfifo(path(name).c_str(), 0600), 0); }

    const test::TemporaryFolder folder_;
};

TEST_F(OutputFiles, ReplacesAFileAndLeavesNothingBeside) {
    write("out", "an older and longer text");
    for (const char* name : {"out", "new"}) {
        writeOutputFile(path(name), "text");
        EXPECT_EQ(textOf(path(name)), "text");
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 2);
}

TEST_F(OutputFiles, KeepsTheModeOfTheOneThatItReplaces) {
    const auto modeOf = [&](const char* name) { return fs::status(path(name)).permissions(); };
    writeOutputFile(path("new"), "text");
    EXPECT_EQ(modeOf("new"), fs::perms(0600)) << "it may hold drafts";
    for (const fs::perms mode : {fs::perms(0600), fs::perms(0644), fs::perms(0640)}) {
        write("out", "old");
        fs::permissions(path("out"), mode);
        writeOutputFile(path("out"), "text");
        EXPECT_EQ(modeOf("out"), mode);
    }
}

TEST_F(OutputFiles, TwoWritersOfOneFileDoNotMix) {
    writeOutputFile(path("out"), [this](std::ostream& file) {
        file << "one" << std::flush;
        writeOutputFile(path("out"), "the other");
        EXPECT_EQ(textOf(path("out")), "the other");
        file << " whole";
    });
    EXPECT_EQ(textOf(path("out")), "one whole");
    EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1) << "nothing is left beside";
}

TEST_F(OutputFiles, LeavesTheOlderOneWhereTheWritingFails) {
    write("out", "old");
    const auto failing = [](std::ostream& file) {
        file << "half of it" << std::flush;
        throw std::system_error(ENOSPC, std::generic_category());
    };
    try {
        writeOutputFile(path("out"), failing);
        FAIL() << "there is no room";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), "cannot write the file '" + path("out").string() + "': No space left on device");
    }
    EXPECT_EQ(textOf(path("out")), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1) << "nothing is left beside";
}

TEST_F(OutputFiles, OfSeveralIsNotWrittenWhereOneFindsNoRoom) {
    write("a", "old");
    write("c", "old");
    fs::create_symlink("/dev/full", path("c.partial"));
    try {
        writeOutputFiles({{path("a"), "new"}, {path("b"), "new"}, {path("c"), "new"}});
        FAIL() << "there is no room";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), "cannot write the file '" + path("c").string() + "': No space left on device");
    }
    for (const char* name : {"a", "c"}) EXPECT_EQ(textOf(path(name)), "old") << name;
    for (const char* name : {"b", "a.partial", "b.partial", "c.partial"}) EXPECT_FALSE(fs::exists(path(name))) << name;
    writeOutputFiles({{path("a"), "new"}, {path("b"), "new"}});
    for (const char* name : {"a", "b"}) EXPECT_EQ(textOf(path(name)), "new") << name;
    EXPECT_FALSE(fs::exists(path("a.partial")));
}

TEST_F(OutputFiles, IsTheOneThatLinksLeadTo) {
    fs::create_directory(path("far"));
    write("far/out", "old");
    fs::create_symlink("far/out", path("near"));
    fs::create_symlink(path("near"), path("nearer"));
    fs::create_symlink("far/new", path("dangling"));
    writeOutputFile(path("nearer"), "text");
    writeOutputFile(path("dangling"), "more");
    EXPECT_EQ(textOf(path("far/out")), "text");
    EXPECT_EQ(textOf(path("far/new")), "more");
    for (const char* name : {"near", "nearer", "dangling"}) EXPECT_TRUE(fs::is_symlink(path(name))) << name;
}

TEST_F(OutputFiles, StaysAPipe) {
    makePipe("pipe");
    fs::create_symlink("pipe", path("link"));
    for (const char* name : {"pipe", "link"}) {
        std::future<std::string> read = std::async(std::launch::async, [this] { return textOf(path("pipe")); });
        writeOutputFile(path(name), "text");
        EXPECT_EQ(read.get(), "text");
        EXPECT_TRUE(fs::is_fifo(path("pipe")));
    }
    EXPECT_TRUE(fs::is_symlink(path("link")));
}

TEST_F(OutputFiles, ThatCannotBeWrittenIsNamedWithTheReason) {
    fs::create_symlink("round", path("round"));
    for (const auto& [name, reason] : {std::pair<std::string, std::string>("no/such/file", "No such file or directory"),
                                       {"", "Is a directory"},
                                       {"round", "Too many levels of symbolic links"}}) {
        try {
            writeOutputFile(path(name), "text");
            FAIL() << name;
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(error.what(), "cannot write the file '" + path(name).string() + "': " + reason);
        }
    }
}

TEST_F(OutputFiles, OfASwitchIsTheOneThatALinkLeadsTo) {
    fs::create_directories(path("plugins.d"));
    write("shared.json", "{}");
    fs::create_symlink("../shared.json", path("plugins.d/media.json"));
    KeptChoice(path("plugins.d"), "media", false).keep();
    EXPECT_TRUE(fs::is_symlink(path("plugins.d/media.json")));
    EXPECT_NE(textOf(path("shared.json")).find("\"enabled\": false"), std::string::npos);
}

TEST_F(OutputFiles, OfASwitchIsNoPipe) {
    fs::create_directories(path("plugins.d"));
    makePipe("plugins.d/media.json");
    EXPECT_THROW(KeptChoice(path("plugins.d"), "media", false), std::runtime_error);
    EXPECT_TRUE(fs::is_fifo(path("plugins.d/media.json")));
}

}  // namespace
}  // namespace inkwell::kernel
