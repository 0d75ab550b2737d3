// The documents say what is true: their commands exist, their code is the code that the tests run.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "inkwell/json.h"
#include "kernel/commands/command_line.h"
#include "tests/support/child_process.h"

namespace inkwell::test {
namespace {

std::string fileText(const std::string& path) {
    std::ifstream file(INKWELL_SOURCE_DIR "/" + path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

std::vector<std::string> documents() {
    std::vector<std::string> paths = {"README.md"};
    for (const auto& entry : std::filesystem::directory_iterator(INKWELL_SOURCE_DIR "/share/doc")) {
        if (entry.path().extension() == ".md") paths.push_back("share/doc/" + entry.path().filename().string());
    }
    return paths;
}

TEST(Documents, EveryCommandOfTheProgramExists) {
    const std::regex command("build/bin/inkwell ([^`\\n|]*)");
    int found = 0;
    for (const std::string& path : documents()) {
        const std::string text = fileText(path);
        for (std::sregex_iterator match(text.begin(), text.end(), command), end; match != end; ++match) {
            std::istringstream words((*match)[1].str());
            const std::vector<std::string> line{std::istream_iterator<std::string>(words), {}};
            EXPECT_NO_THROW(kernel::parseCommandLine(line)) << path << ": " << match->str();
            ++found;
        }
    }
    EXPECT_GT(found, 5);
}

TEST(Documents, EveryVerbOfTheScriptExists) {
    const std::string script = fileText("dev");
    const std::regex verb("\\./dev ([a-z]+)");
    int found = 0;
    for (const std::string& path : documents()) {
        const std::string text = fileText(path);
        for (std::sregex_iterator match(text.begin(), text.end(), verb), end; match != end; ++match) {
            EXPECT_NE(script.find("\n" + (*match)[1].str() + ") "), std::string::npos) << path << ": " << match->str();
            ++found;
        }
    }
    EXPECT_GT(found, 3);
}

// tests/install builds the examples outside of this tree, loads them into a running server and uses them over HTTP.
TEST(Documents, TheCodeInWritingAPluginIsThatOfTheExamplesAndOfTheBuiltInTypes) {
    std::string examples;
    for (const std::string folder : {"/share/examples", "/plugins/metafields/types"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(INKWELL_SOURCE_DIR + folder)) {
            if (!entry.is_regular_file()) continue;
            examples += fileText(entry.path().lexically_relative(INKWELL_SOURCE_DIR).string());
        }
    }
    const std::string document = fileText("share/doc/writing-a-plugin.md");
    const std::regex block("```(cpp|cmake)\n([^`]*)```");
    int found = 0;
    for (std::sregex_iterator match(document.begin(), document.end(), block), end; match != end; ++match) {
        EXPECT_NE(examples.find((*match)[2].str()), std::string::npos) << (*match)[2].str();
        ++found;
    }
    EXPECT_GT(found, 5);
}

std::set<std::string> plugins() {
    std::set<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator(INKWELL_SOURCE_DIR "/plugins")) {
        if (entry.is_directory()) ids.insert(entry.path().filename().string());
    }
    return ids;
}

TEST(Documents, EveryPluginsReadmeNamesItsTables) {
    const std::regex table("CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)");
    int found = 0;
    for (const std::string& id : plugins()) {
        if (!std::filesystem::exists(INKWELL_SOURCE_DIR "/plugins/" + id + "/migrations.cpp")) continue;
        const std::string migrations = fileText("plugins/" + id + "/migrations.cpp");
        const std::string readme = fileText("plugins/" + id + "/README.md");
        for (std::sregex_iterator match(migrations.begin(), migrations.end(), table), end; match != end; ++match) {
            EXPECT_NE(readme.find("`" + (*match)[1].str() + "`"), std::string::npos) << id << ": " << match->str();
            ++found;
        }
    }
    EXPECT_GT(found, 15);
}

TEST(Documents, EveryPluginsReadmeNamesItsSettings) {
    const Finished checked =
        runProgram(INKWELL_BINARY, {"check-config", "--config", INKWELL_SOURCE_DIR "/config/inkwell.json"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    const std::regex setting("\n([a-z0-9_]+)\\.([a-z0-9_]+) = ");
    const std::set<std::string> ids = plugins();
    int found = 0;
    for (std::sregex_iterator match(checked.out.begin(), checked.out.end(), setting), end; match != end; ++match) {
        const std::string id = (*match)[1];
        const std::string key = (*match)[2];
        if (!ids.contains(id) || key == "enabled") continue;
        EXPECT_NE(fileText("plugins/" + id + "/README.md").find("`" + key + "`"), std::string::npos)
            << id << "." << key;
        ++found;
    }
    EXPECT_GT(found, 30);
}

// Write it anew with: build/bin/inkwell settings > share/doc/settings.md
TEST(Documents, TheTableOfSettingsIsWhatTheProgramPrints) {
    const Finished printed =
        runProgram(INKWELL_BINARY, {"settings", "--config", INKWELL_SOURCE_DIR "/config/inkwell.json"});
    EXPECT_EQ(printed.code, 0) << printed.err;
    EXPECT_EQ(printed.out, fileText("share/doc/settings.md"));
}

TEST(Documents, TheTableOfSettingsSaysWhatTheSchemaSays) {
    const std::string table = fileText("share/doc/settings.md");
    const Json schema = parseJson(fileText("config/inkwell.schema.json"));
    int found = 0;
    for (const auto& section : schema.at("properties").as_object()) {
        if (section.key() == "$schema") continue;
        for (const auto& key : section.value().at("properties").as_object()) {
            const std::string path = std::string(section.key()) + "." + std::string(key.key());
            const std::string meaning(textOf(key.value().as_object(), "description"));
            const std::string row = "| `" + path + "` | `" + writeJson(key.value().at("default")) + "` | ";
            const std::size_t at = table.find(row);
            ASSERT_NE(at, std::string::npos) << row;
            const std::string rest = table.substr(at, table.find('\n', at) - at);
            EXPECT_TRUE(rest.ends_with(" | " + meaning + " |")) << rest;
            ++found;
        }
    }
    EXPECT_GT(found, 30);
}

TEST(Documents, EveryLinkLeadsToAFile) {
    const std::regex link("\\]\\((share/[^)#]*)\\)");
    const std::string text = fileText("README.md");
    int found = 0;
    for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
        EXPECT_TRUE(std::filesystem::exists(INKWELL_SOURCE_DIR "/" + (*match)[1].str())) << match->str();
        ++found;
    }
    EXPECT_GT(found, 2);
}

}  // namespace
}  // namespace inkwell::test
