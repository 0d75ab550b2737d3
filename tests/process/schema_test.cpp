// Object types as files, with the program itself: what share/doc/operating.md shows is run here, line by line.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "inkwell/json.h"
#include "tests/process/installation.h"
#include "tests/support/eventually.h"
#include "tests/support/http_client.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

std::string textOfFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class SchemaCommands : public testing::TestWithParam<Engine> {
protected:
    SchemaCommands() { fill("demo"); }

    Finished fill(const std::string& bucket) const {
        Finished filled =
            installation_.run({"import", INKWELL_SOURCE_DIR "/share/demo/demo.bucket.json", "--bucket", bucket});
        EXPECT_EQ(filled.code, 0) << filled.err;
        return filled;
    }
    std::string directory() const { return installation_.directory() + "/schema"; }
    Finished schema(const std::string& verb, std::vector<std::string> more = {}) const {
        std::vector<std::string> words = {"schema", verb, directory(), "--bucket", "demo"};
        words.insert(words.end(), more.begin(), more.end());
        return installation_.run(words);
    }
    Json read(const std::string& slug) const { return parseJson(textOfFile(directory() + "/" + slug + ".json")); }
    void write(const std::string& slug, const Json& type) const {
        std::ofstream(directory() + "/" + slug + ".json") << writePrettyJson(type);
    }

    const Installation installation_{GetParam()};
};

TEST_P(SchemaCommands, WhatIsPulledIsTheSameAndIsWrittenOnce) {
    const Finished pulled = schema("pull");
    ASSERT_EQ(pulled.code, 0) << pulled.err;
    EXPECT_NE(pulled.out.find("8 object types of bucket 'demo', 8 written"), std::string::npos) << pulled.out;
    EXPECT_NE(schema("pull").out.find("8 object types of bucket 'demo', 0 written"), std::string::npos);
    const Finished same = schema("diff");
    EXPECT_EQ(same.code, 0) << same.err;
    EXPECT_EQ(same.out, "bucket 'demo' is as the files say\n");
}

TEST_P(SchemaCommands, APullTakesAwayFilesOfTypesThatAreGoneAndNoOthers) {
    ASSERT_EQ(schema("pull").code, 0);
    write("gone", JsonObject{{"slug", "gone"}, {"title", "Gone"}, {"metafields", JsonArray()}});
    std::ofstream(directory() + "/package.json") << R"({"name": "site"})";
    const Finished pulled = schema("pull");
    EXPECT_NE(pulled.out.find("/gone.json: the bucket has no such type"), std::string::npos) << pulled.out;
    EXPECT_FALSE(fs::exists(directory() + "/gone.json"));
    EXPECT_TRUE(fs::exists(directory() + "/package.json"));
    const Finished refused = schema("diff");
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("package.json: slug: is required"), std::string::npos) << refused.err;
}

TEST_P(SchemaCommands, APullThatFindsNoRoomChangesNothing) {
    ASSERT_EQ(schema("pull").code, 0);
    for (const char* slug : {"settings", "walks"}) write(slug, JsonObject{{"slug", slug}, {"title", "Mine"}});
    fs::create_symlink("/dev/full", directory() + "/walks.json.partial");
    const Finished pulled = schema("pull");
    EXPECT_EQ(pulled.code, 1);
    EXPECT_NE(pulled.err.find("walks.json': No space left on device"), std::string::npos) << pulled.err;
    for (const char* slug : {"settings", "walks"}) EXPECT_EQ(read(slug).at("title"), Json("Mine")) << slug;
}

TEST_P(SchemaCommands, APlanIsPrintedBeforeAnythingAndDestructiveStepsNeedTheFlag) {
    ASSERT_EQ(schema("pull").code, 0);
    Json walks = read("walks");
    walks.at("title") = "Hikes";
    walks.at("metafields").at(0).at("key") = "headline";
    write("walks", walks);
    fs::remove(directory() + "/settings.json");
    const Finished differs = schema("diff");
    EXPECT_EQ(differs.code, 5) << differs.err;
    const std::string plan =
        "  ~ change the type 'walks': title\n"
        "  ~ rename the field 'line' of 'walks' to 'headline'; 9 objects follow (recognised by type and "
        "title; \"renamed_from\": \"\" in it says otherwise)\n"
        "  - delete the type 'settings'; 1 object stays without a type\n";
    EXPECT_EQ(differs.out, plan);
    const Finished refused = schema("apply");
    EXPECT_EQ(refused.code, 1);
    EXPECT_EQ(refused.out, plan);
    EXPECT_NE(refused.err.find("nothing was changed: the steps marked - and ! are destructive"), std::string::npos)
        << refused.err;
    EXPECT_EQ(schema("diff").out, plan) << "nothing was changed";
    const Finished applied = schema("apply", {"--allow-destructive"});
    EXPECT_EQ(applied.code, 0) << applied.err;
    EXPECT_EQ(applied.out, plan + "bucket 'demo' is as the files say now: 3 steps\n");
    EXPECT_EQ(schema("apply").out, "bucket 'demo' is as the files say\n");
}

TEST_P(SchemaCommands, ARunningServerShowsWhatWasAppliedBesideIt) {
    const auto server = installation_.serve();
    const int port = Installation::portOf(*server);
    const Finished keys = fill("live");
    const std::size_t at = keys.out.find("read key");
    ASSERT_NE(at, std::string::npos) << keys.out;
    std::istringstream words(keys.out.substr(at + 8));
    std::string key;
    words >> key;
    const std::string address = "/v2/buckets/live/object-types/walks?read_key=" + key;
    EXPECT_EQ(sendRequest(port, "GET", address).json().at("object_type").at("title"), "Walks");
    ASSERT_EQ(installation_.run({"schema", "pull", directory(), "--bucket", "live"}).code, 0);
    Json walks = read("walks");
    walks.at("title") = "Hikes";
    write("walks", walks);
    ASSERT_EQ(installation_.run({"schema", "apply", directory(), "--bucket", "live"}).code, 0);
    EXPECT_TRUE(eventually([&] {
        return sendRequest(port, "GET", address).json().at("object_type").at("title") == "Hikes";
    })) << "the server still shows the former title";
}

TEST_P(SchemaCommands, WhatCannotBeReadIsNamedWithItsPlace) {
    EXPECT_EQ(schema("diff").code, 1);
    EXPECT_NE(schema("diff").err.find("cannot read the folder '" + directory() + "'"), std::string::npos);
    fs::create_directories(directory());
    EXPECT_NE(schema("apply").err.find("there are no files of object types (*.json)"), std::string::npos)
        << "an empty folder does not delete everything";
    std::ofstream(directory() + "/walks.json") << "{\n  \"slug\": \"walks\",\n  \"title\" \"Walks\"\n}";
    const Finished cut = schema("diff");
    EXPECT_EQ(cut.code, 1);
    EXPECT_NE(cut.err.find("walks.json' is not valid JSON"), std::string::npos) << cut.err;
    EXPECT_NE(cut.err.find("line 3"), std::string::npos) << cut.err;
    const Finished nobody = installation_.run({"schema", "pull", directory(), "--bucket", "nobody"});
    EXPECT_EQ(nobody.code, 1);
    EXPECT_NE(nobody.err.find("bucket 'nobody' was not found"), std::string::npos) << nobody.err;
}

TEST_P(SchemaCommands, DoWhatTheOperatorsPageShows) {
    fill("staging");
    const std::string page = textOfFile(INKWELL_SOURCE_DIR "/share/doc/operating.md");
    const std::size_t section = page.find("## Object types as files");
    ASSERT_NE(section, std::string::npos);
    const std::size_t begin = page.find("```\n", section) + 4;
    std::istringstream block(page.substr(begin, page.find("```", begin) - begin));
    const std::string program = "build/bin/inkwell ";
    int commands = 0;
    for (std::string line; std::getline(block, line);) {
        ASSERT_TRUE(line.starts_with(program)) << line;
        std::istringstream rest(line.substr(program.size()));
        std::vector<std::string> words{std::istream_iterator<std::string>(rest), {}};
        ASSERT_EQ(words.at(2), "schema/") << line;
        words[2] = directory();
        const Finished done = installation_.run(words);
        EXPECT_EQ(done.code, 0) << line << "\n" << done.err;
        ++commands;
    }
    EXPECT_GE(commands, 3);
}

INSTANTIATE_TEST_SUITE_P(Engines, SchemaCommands, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& engine) { return engineName(engine.param); });

}  // namespace
}  // namespace inkwell::test
