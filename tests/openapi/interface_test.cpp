// The pages of share/doc/interface name every route, field and parameter that a whole server has.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

const std::string kInBucket = "/v2/buckets/{bucket_slug}/";

std::string pages() {
    std::string text;
    for (const auto& entry : std::filesystem::directory_iterator(INKWELL_SOURCE_DIR "/share/doc/interface")) {
        std::ifstream file(entry.path(), std::ios::binary);
        text.append(std::istreambuf_iterator<char>(file), {}).append("\n");
    }
    return text;
}

std::vector<std::string> wordsOf(const std::string& text, const char* pattern) {
    const std::regex word(pattern);
    std::vector<std::string> words;
    for (std::sregex_iterator match(text.begin(), text.end(), word), end; match != end; ++match) {
        words.push_back((*match)[match->size() - 1]);
    }
    return words;
}

/// The routes in the tables whose first two columns are method and path: "GET objects/{id}", "POST /v2/authenticate".
std::set<std::string> documentedRoutes() {
    std::set<std::string> routes;
    std::istringstream in(pages());
    const std::regex row(R"(^\| ([A-Z, ]+) \| ([^|]+) \|.*)");
    for (std::string line; std::getline(in, line);) {
        std::smatch cells;
        if (!std::regex_match(line, cells, row)) continue;
        for (const std::string& method : wordsOf(cells[1], "([A-Z]+)")) {
            for (std::string path : wordsOf(cells[2], "`([^`]+)`")) {
                for (const std::string& start : {std::string("{upload_url}"), kInBucket, std::string(".../")}) {
                    if (path.starts_with(start)) path.erase(0, start.size());
                }
                routes.insert(method + " " + path);
            }
        }
    }
    return routes;
}

/// What stands between backticks, taken apart at everything that no name has, and at dots.
std::set<std::string> documentedNames() {
    std::set<std::string> names;
    for (const std::string& code : wordsOf(pages(), "`([^`\n]+)`")) {
        for (const std::string& name : wordsOf(code, "([A-Za-z0-9_$-]+)")) names.insert(name);
        for (const std::string& name : wordsOf(code, "([A-Za-z0-9_.-]+)")) names.insert(name);
    }
    return names;
}

void addNames(const Json& schema, std::set<std::string>& names) {
    if (const JsonArray* array = schema.if_array()) {
        for (const Json& one : *array) addNames(one, names);
    }
    const JsonObject* object = schema.if_object();
    if (object == nullptr) return;
    if (const Json* properties = object->if_contains("properties"); properties != nullptr) {
        for (const auto& property : properties->as_object()) names.emplace(property.key());
    }
    for (const auto& member : *object) addNames(member.value(), names);
}

TEST(Interface, EveryRouteIsInATable) {
    TestServer api(Engine::Sqlite);
    const std::set<std::string> documented = documentedRoutes();
    int found = 0;
    for (const auto& path : api.get("/v2/openapi.json").object("paths")) {
        std::string place(path.key());
        if (place.starts_with(kInBucket)) place.erase(0, kInBucket.size());
        for (const auto& operation : path.value().as_object()) {
            std::string route(operation.key());
            for (char& c : route) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            EXPECT_TRUE(documented.contains(route + " " + place)) << route << " " << path.key();
            ++found;
        }
    }
    EXPECT_GT(found, 50);
}

TEST(Interface, EveryFieldAndParameterIsNamed) {
    TestServer api(Engine::Sqlite);
    const JsonObject components = api.get("/v2/openapi.json").object("components");
    std::set<std::string> names;
    addNames(components.at("schemas"), names);
    addNames(components.at("requestBodies"), names);
    for (const auto& parameter : components.at("parameters").as_object()) {
        names.emplace(parameter.value().at("name").as_string());
    }
    const std::set<std::string> documented = documentedNames();
    for (const std::string& name : names) EXPECT_TRUE(documented.contains(name)) << name;
    EXPECT_GT(names.size(), 100u);
}

}  // namespace
}  // namespace inkwell::test
