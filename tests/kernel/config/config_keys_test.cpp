// The table, the shipped file and the schema must tell the same story.
#include "kernel/config/config_keys.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace inkwell::kernel {
namespace {

JsonObject readShipped(const std::string& name) {
    std::ifstream in(INKWELL_CONFIG_DIR "/" + name);
    return parseJson(std::string(std::istreambuf_iterator<char>(in), {}), name).as_object();
}

std::set<std::string> tablePaths() {
    std::set<std::string> paths;
    for (const ConfigKey& key : configKeys()) paths.emplace(key.path);
    return paths;
}

Json defaultOf(const ConfigKey& key) {
    Config config;
    return std::visit([](auto* member) { return boost::json::value_from(*member); }, key.slot(config));
}

std::string typeName(const ConfigKey& key) {
    struct Name {
        std::string operator()(std::string*) { return "string"; }
        std::string operator()(bool*) { return "boolean"; }
        std::string operator()(int*) { return "integer"; }
        std::string operator()(std::int64_t*) { return "integer"; }
        std::string operator()(std::vector<std::string>*) { return "array"; }
    };
    Config config;
    return std::visit(Name(), key.slot(config));
}

const JsonObject& schemaOf(const JsonObject& schema, const ConfigKey& key) {
    const std::string path(key.path);
    const std::size_t dot = path.find('.');
    const JsonObject& section = schema.at("properties").as_object().at(path.substr(0, dot)).as_object();
    return section.at("properties").as_object().at(path.substr(dot + 1)).as_object();
}

TEST(ConfigKeys, TheShippedFileHoldsEveryKeyWithItsDefault) {
    const JsonObject file = readShipped("inkwell.json");
    std::set<std::string> paths;
    for (const auto& section : file) {
        if (section.key() == "$schema") continue;
        for (const auto& member : section.value().as_object()) {
            paths.insert(std::string(section.key()) + "." + std::string(member.key()));
        }
    }
    EXPECT_EQ(paths, tablePaths());
    for (const ConfigKey& key : configKeys()) {
        const std::string path(key.path);
        const std::size_t dot = path.find('.');
        EXPECT_EQ(file.at(path.substr(0, dot)).as_object().at(path.substr(dot + 1)), defaultOf(key)) << path;
    }
}

TEST(ConfigKeys, TheSchemaListsTheSameKeysAndNoOthers) {
    const JsonObject schema = readShipped("inkwell.schema.json");
    EXPECT_FALSE(schema.at("additionalProperties").as_bool());
    std::set<std::string> paths;
    for (const auto& section : schema.at("properties").as_object()) {
        if (section.key() == "$schema") continue;
        EXPECT_FALSE(section.value().as_object().at("additionalProperties").as_bool()) << section.key();
        for (const auto& member : section.value().as_object().at("properties").as_object()) {
            paths.insert(std::string(section.key()) + "." + std::string(member.key()));
            EXPECT_FALSE(textOf(member.value().as_object(), "description").empty()) << member.key();
        }
    }
    EXPECT_EQ(paths, tablePaths());
}

TEST(ConfigKeys, TheSchemaHasTheSameTypesDefaultsAndBounds) {
    const JsonObject schema = readShipped("inkwell.schema.json");
    for (const ConfigKey& key : configKeys()) {
        const JsonObject& described = schemaOf(schema, key);
        EXPECT_EQ(textOf(described, "type"), typeName(key)) << key.path;
        EXPECT_EQ(described.at("default"), defaultOf(key)) << key.path;
        if (typeName(key) == "integer") {
            EXPECT_EQ(described.at("minimum"), Json(key.min)) << key.path;
            EXPECT_EQ(described.at("maximum"), Json(key.max)) << key.path;
        }
        const std::string pattern = key.pattern.empty() ? "" : "^(" + std::string(key.pattern) + ")$";
        EXPECT_EQ(textOf(described, "pattern"), pattern) << key.path;
        std::vector<std::string_view> allowed;
        if (const JsonArray* list = arrayOf(described, "enum")) {
            for (const Json& one : *list) allowed.push_back(one.as_string());
        }
        EXPECT_EQ(allowed, key.allowed) << key.path;
    }
}

TEST(ConfigKeys, EveryDefaultIsAllowed) {
    for (const ConfigKey& key : configKeys()) {
        Config config;
        EXPECT_EQ(assignConfig(key, defaultOf(key), config), "") << key.path;
    }
}

TEST(ConfigKeys, EveryKeyHasAVariableOfItsOwnThatIsRead) {
    std::set<std::string> names;
    for (const ConfigKey& key : configKeys()) {
        names.insert(variableOf(key));
        const Json value = defaultOf(key);
        const std::string text = value.is_string() ? std::string(value.get_string()) : writeJson(value);
        Config config;
        EXPECT_EQ(assignConfigText(key, text, config), "") << key.path;
    }
    EXPECT_EQ(names.size(), configKeys().size());
    EXPECT_TRUE(names.contains("INKWELL_HTTP_MAX_BODY_BYTES"));
}

TEST(ConfigKeys, ARefusedValueLeavesTheMemberAlone) {
    for (const ConfigKey& key : configKeys()) {
        Config config;
        EXPECT_NE(assignConfig(key, JsonObject{}, config), "") << key.path;
        EXPECT_EQ(std::visit([](auto* member) { return boost::json::value_from(*member); }, key.slot(config)),
                  defaultOf(key))
            << key.path;
    }
}

}  // namespace
}  // namespace inkwell::kernel
