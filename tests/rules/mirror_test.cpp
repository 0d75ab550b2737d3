// The test of a source is found by its name: tests/<path>/<source>_test.cpp, or <source>_<aspect>_test.cpp.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

namespace fs = std::filesystem;

// Tests that are about no single source, and why.
const std::map<std::string, std::string> kAboutNoFile = {
    {"tests/kernel/data/lost_connection_test.cpp", "a database that goes away, through all of the room"},
    {"tests/kernel/data/toolchain_test.cpp", "traps of Poco::Data and of the engines"},
    {"tests/kernel/http/live_test.cpp", "Response::live, from the handler to the client"},
    {"tests/kernel/http/slow_clients_test.cpp", "slow clients of a whole server"},
    {"tests/kernel/http/stream_test.cpp", "streams in both directions, from the client to the handler and back"},
    {"tests/kernel/http/toolchain_test.cpp", "traps of Poco and Boost"},
    {"tests/plugins/changes/interleaving_test.cpp", "two servers of one feed, in any order of commits"},
    {"tests/plugins/images/hostile_test.cpp", "files made to do harm, through plugin and worker"},
};

std::vector<std::string> foldersOf(const SourceFile& test) {
    std::string folder = test.folder().substr(std::string("tests/").size());
    if (folder != "sdk") return {folder};
    return {"sdk/include/inkwell", "sdk/src", "sdk/testkit"};
}

bool isSource(const std::string& stem) {
    for (const char* extension : {".h", ".cpp"})
        if (fs::exists(SOURCE_TREE "/" + stem + extension)) return true;
    return false;
}

// "object_query_property" is found by object_query_property, object_query and object.
bool isAboutASource(const SourceFile& test) {
    const std::string suffix = "_test.cpp";
    for (const std::string& folder : foldersOf(test)) {
        std::string stem = test.name().substr(0, test.name().size() - suffix.size());
        while (!stem.empty()) {
            if (isSource(folder + "/" + stem)) return true;
            stem.resize(stem.rfind('_') == std::string::npos ? 0 : stem.rfind('_'));
        }
    }
    return false;
}

TEST(Mirror, EveryTestIsFoundByTheNameOfItsSource) {
    int tests = 0;
    for (const SourceFile& file : sourcesOf({"tests/kernel", "tests/plugins", "tests/sdk"})) {
        if (!file.name().ends_with("_test.cpp")) continue;
        ++tests;
        const bool isListed = kAboutNoFile.contains(file.path);
        EXPECT_NE(isAboutASource(file), isListed)
            << file.path << (isListed ? " is about a source: take it from the list" : " is the test of no source");
    }
    EXPECT_GT(tests, 100);
}

TEST(Mirror, TheListOfOthersNamesTestsThatAreThere) {
    for (const auto& [path, why] : kAboutNoFile) {
        EXPECT_TRUE(fs::exists(SOURCE_TREE "/" + path)) << path;
        EXPECT_FALSE(why.empty()) << path;
    }
}

}  // namespace
}  // namespace inkwell::rules
