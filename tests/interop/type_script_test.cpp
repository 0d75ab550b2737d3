// What `inkwell types` writes, as tsc judges it, and as the npm package @cosmicjs/sdk finds it at a server
// (interface/metafields.md, "Types for TypeScript").
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "inkwell/crypto.h"
#include "tests/interop/npm_packages.h"
#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class TypeScript : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override {
        const Finished imported =
            installation_.run({"import", npmPackages() / "typed_bucket.json", "--bucket", "typed"});
        ASSERT_EQ(imported.code, 0) << imported.err;
        readKey_ = keyAfter("read key       ", imported.out);
        writeKey_ = keyAfter("write key      ", imported.out);
        fs::create_directories(folder_);
        for (const char* file : {"types_right.ts", "types_wrong.ts"})
            fs::copy_file(fs::path(INKWELL_SOURCE_DIR "/tests/interop") / file, folder_ / file);
        const Finished written =
            installation_.run({"types", "--bucket", "typed", "--output", (folder_ / "bucket.ts").string()});
        ASSERT_EQ(written.code, 0) << written.err;
        EXPECT_EQ(written.out, "");
    }
    void TearDown() override { fs::remove_all(folder_); }

    static std::string keyAfter(const std::string& mark, const std::string& out) {
        return out.substr(out.find(mark) + mark.size(), 50);
    }

    /// Below the folder with the packages, where the compiler looks for them.
    Finished compile(const std::string& file) const {
        return runProgram("/usr/bin/env", {"node", npmPackages() / "node_modules/typescript/bin/tsc", "--strict",
                                           "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target",
                                           "es2022", "--module", "nodenext", "--types", "node", "--typeRoots",
                                           npmPackages() / "node_modules/@types", "--pretty", "false", folder_ / file});
    }

    Installation installation_{GetParam()};
    const fs::path folder_ = npmPackages() / ("types-" + randomToken(12));
    std::string readKey_;
    std::string writeKey_;
};

TEST_P(TypeScript, CompilesWhereItIsUsedRightlyAndSaysWhatTheServerAnswers) {
    const Finished compiled = compile("types_right.ts");
    ASSERT_EQ(compiled.code, 0) << compiled.out;
    const auto server = installation_.serve();
    const std::string address = "http://127.0.0.1:" + std::to_string(Installation::portOf(*server)) + "/v2";
    const Finished run =
        runProgram("/usr/bin/env", {"node", folder_ / "types_right.js", address, "typed", readKey_, writeKey_});
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, "right\n");
}

std::set<int> linesMarkedWrong(const fs::path& file) {
    std::set<int> lines;
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.ends_with("// wrong")) lines.insert(number);
    }
    return lines;
}

std::set<int> linesRefused(const std::string& out) {
    static const std::regex error(R"(types_wrong\.ts\((\d+),\d+\): error)");
    std::set<int> lines;
    for (std::sregex_iterator at(out.begin(), out.end(), error), end; at != end; ++at)
        lines.insert(std::stoi((*at)[1].str()));
    return lines;
}

TEST_P(TypeScript, RefusesEveryWrongUse) {
    const Finished compiled = compile("types_wrong.ts");
    EXPECT_NE(compiled.code, 0);
    const std::set<int> wrong = linesMarkedWrong(folder_ / "types_wrong.ts");
    EXPECT_GT(wrong.size(), 20U);
    EXPECT_EQ(linesRefused(compiled.out), wrong) << compiled.out;
}

TEST_P(TypeScript, IsRefusedForABucketThatIsNotThere) {
    const Finished refused = installation_.run({"types", "--bucket", "nothing"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("bucket 'nothing' was not found"), std::string::npos) << refused.err;
}

INSTANTIATE_TEST_SUITE_P(Engines, TypeScript, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
