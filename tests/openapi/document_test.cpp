// What GET /v2/openapi.json of a whole server holds.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "kernel/app/admin_requests.h"
#include "tests/support/openapi_check.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

const std::string kComments = "/v2/buckets/{bucket_slug}/objects/{object_id}/comments";
const std::string kMedia = "/v2/buckets/{bucket_slug}/media";

TestServerOptions withComments() {
    TestServerOptions options;
    options.morePluginDirectories = {exampleFolder("comments")};
    return options;
}

JsonObject pathsOf(TestServer& api) {
    const Reply reply = api.get("/v2/openapi.json");
    EXPECT_EQ(reply.status, 200) << reply.body;
    return reply.object("paths");
}

template <class Visit>
void forEachOperation(const JsonObject& paths, const Visit& visit) {
    for (const auto& path : paths) {
        for (const auto& operation : path.value().as_object()) {
            visit(std::string(operation.key()) + " " + std::string(path.key()), operation.value().as_object());
        }
    }
}

// Neither a reference, nor anything said in the place.
bool saysNothing(const JsonObject& body) {
    if (body.contains("$ref")) return false;
    for (const auto& type : body.at("content").as_object()) {
        if (!type.value().at("schema").as_object().empty()) return false;
    }
    return true;
}

TEST(OpenApiDocument, EveryRouteIsDescribed) {
    TestServer api(Engine::Sqlite, withComments());
    std::set<std::string> ids;
    forEachOperation(pathsOf(api), [&](const std::string& name, const JsonObject& operation) {
        EXPECT_TRUE(ids.insert(std::string(textOf(operation, "operationId"))).second) << name;
        EXPECT_EQ(textOf(operation, "summary").find(" /v2/"), std::string::npos) << name;
        const JsonObject& answers = operation.at("responses").as_object();
        if (const Json* body = operation.if_contains("requestBody")) {
            EXPECT_FALSE(saysNothing(body->as_object())) << name;
        }
        if (const Json* ok = answers.if_contains("200"); ok != nullptr) {
            EXPECT_FALSE(saysNothing(ok->as_object())) << name;
        }
    });
    EXPECT_GT(ids.size(), 50u);
    EXPECT_TRUE(ids.contains("getObjectsById"));
}

TEST(OpenApiDocument, EveryPluginsReadmeNamesItsRoutes) {
    TestServer api(Engine::Sqlite);
    int found = 0;
    forEachOperation(pathsOf(api), [&](const std::string& name, const JsonObject& operation) {
        const std::string plugin(operation.at("tags").at(0).as_string());
        if (plugin == "kernel") return;
        std::ifstream file(INKWELL_SOURCE_DIR "/plugins/" + plugin + "/README.md");
        const std::string readme(std::istreambuf_iterator<char>(file), {});
        std::string word = name.substr(name.rfind('/') + 1);  // the last one that is no placeholder
        for (std::string rest = name; word.starts_with('{'); word = rest.substr(rest.rfind('/') + 1)) {
            rest.resize(rest.rfind('/'));
        }
        EXPECT_NE(readme.find(word), std::string::npos) << plugin << "/README.md: " << name;
        ++found;
    });
    EXPECT_GT(found, 50);
}

TEST(OpenApiDocument, NamesTheParametersThatComponentsDescribe) {
    TestServer api(Engine::Sqlite, withComments());
    forEachOperation(pathsOf(api), [](const std::string& name, const JsonObject& operation) {
        const JsonArray* parameters = arrayOf(operation, "parameters");
        if (parameters == nullptr) return;
        for (const Json& one : *parameters) {
            const bool isKnown = one.as_object().contains("$ref") || one.at("in") == "path";
            EXPECT_TRUE(isKnown) << name << ": " << writeJson(one);
        }
    });
}

TEST(OpenApiDocument, FollowsPluginsThatAreSwitched) {
    TestServer api(Engine::Sqlite, withComments());
    const auto order = [&](const char* command, const char* id) {
        kernel::answerAdminRequest(api.server(), {{"command", command}, {"id", id}});
    };
    const std::string before = api.get("/v2/openapi.json").headers.at("etag");
    EXPECT_TRUE(pathsOf(api).contains(kComments));
    EXPECT_TRUE(pathsOf(api).contains(kMedia));
    order("disable", "comments");
    EXPECT_FALSE(pathsOf(api).contains(kComments));
    EXPECT_TRUE(pathsOf(api).contains(kMedia));
    order("disable", "media");
    EXPECT_FALSE(pathsOf(api).contains(kMedia));
    order("enable", "media");
    order("enable", "comments");
    EXPECT_EQ(api.get("/v2/openapi.json", {{"If-None-Match", before}}).status, 304);
}

TEST(OpenApiDocument, AThirdPartysAnswersAreAsItSays) {
    TestServer api(Engine::Sqlite, withComments());
    const OpenApiCheck check(api.get("/v2/openapi.json").json());
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string base = "/v2/buckets/" + bucket.slug;
    api.send("POST", base + "/object-types", bucket.writeKey, JsonObject{{"title", "Posts"}, {"slug", "posts"}});
    const Reply made =
        api.send("POST", base + "/objects", bucket.writeKey, JsonObject{{"type", "posts"}, {"title", "One"}});
    const std::string comments = base + "/objects/" + std::string(textOf(made.object("object"), "id")) + "/comments";
    const Json entry = JsonObject{{"author", "Ann"}, {"text", "Well said."}};
    const Reply added = api.send("POST", comments, bucket.writeKey, entry);
    EXPECT_EQ(added.status, 200) << added.body;
    EXPECT_EQ(check.problems({"POST", comments, writeJson(entry)}, added), "");
    const Reply read = api.get(comments + "?read_key=" + bucket.readKey);
    EXPECT_EQ(read.status, 200) << read.body;
    EXPECT_EQ(check.problems({"GET", comments, ""}, read), "");
}

TEST(OpenApiDocument, UploadsNameTheUploadAddress) {
    TestServer api(Engine::Sqlite);
    const JsonObject paths = pathsOf(api);
    const JsonArray servers = paths.at(kMedia).at("post").at("servers").as_array();
    ASSERT_EQ(servers.size(), 2u);
    EXPECT_NE(servers[0].at("url"), servers[1].at("url"));
    EXPECT_FALSE(paths.at(kMedia).at("get").as_object().contains("servers"));
}

}  // namespace
}  // namespace inkwell::test
