// The examples in GET /v2/openapi.json: one for every body and answer, true to its schema, and taken by the server.
#include <regex>

#include "inkwell/list_query.h"
#include "kernel/snapshot/openapi_components.h"
#include "tests/support/api_scenario.h"
#include "tests/support/openapi_check.h"

namespace inkwell::test {
namespace {

TEST(OpenApiExamples, EveryBodyAndAnswerHasOneThatItsSchemaAllows) {
    TestServerOptions options;
    options.morePluginDirectories = {exampleFolder("comments"), exampleFolder("metafield_color")};
    TestServer api(Engine::Sqlite, options);
    EXPECT_EQ(OpenApiCheck(api.get("/v2/openapi.json").json()).exampleProblems(), "");
}

TEST(OpenApiExamples, AreStillThereWhenPluginsAreOff) {
    TestServerOptions options;
    options.disabled = {"metafields", "media", "users"};
    TestServer api(Engine::Sqlite, options);
    EXPECT_EQ(OpenApiCheck(api.get("/v2/openapi.json").json()).exampleProblems(), "");
}

class ExamplesOf : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        document_ = api().get("/v2/openapi.json").json();
    }
    JsonObject bodyOf(const std::string& method, const std::string& place) const {
        return document_.at("paths")
            .at("/v2/buckets/{bucket_slug}" + place)
            .at(method)
            .at("requestBody")
            .at("content")
            .at("application/json")
            .at("example")
            .as_object();
    }
    JsonObject schema(const std::string& name) const {
        return document_.at("components").at("schemas").at(name).as_object();
    }
    std::string makePost() {
        made(post("/object-types", bodyOf("post", "/object-types")), "object_type");
        return std::string(textOf(made(post("/objects", bodyOf("post", "/objects")), "object"), "id"));
    }

    JsonObject document_;
};
INKWELL_ON_BOTH_ENGINES(ExamplesOf);

TEST_P(ExamplesOf, WritesOfContentAreTaken) {
    const std::string id = makePost();
    const std::string object = "/objects/" + id;
    const JsonObject edited = made(patch(object, bodyOf("patch", "/objects/{id}")), "object");
    EXPECT_EQ(edited.at("metadata"), Json({{"headline", "Hello, world"}, {"price", 20}}));
    made(post(object + "/revisions", bodyOf("post", "/objects/{object_id}/revisions")), "revision");
    EXPECT_EQ(post(object + "/metafields", bodyOf("post", "/objects/{id}/metafields")).message(),
              "metafield 'rating' was added to object '" + id + "'");
    made(patch(object + "/metafields/headline", bodyOf("patch", "/objects/{id}/metafields/{key}")), "metafield");
    made(patch("/object-types/posts", bodyOf("patch", "/object-types/{slug}")), "object_type");
    made(post("/media-folders", bodyOf("post", "/media-folders")), "media_folder");
    made(patch("/media-folders/photos", bodyOf("patch", "/media-folders/{slug}")), "media_folder");
}

TEST_P(ExamplesOf, WritesOfBucketsAndUsersAreTaken) {
    makePost();
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const auto send = [&](const std::string& method, const std::string& path, const JsonObject& body) {
        const Reply reply = api().send(method, path, admin.token, body);
        EXPECT_EQ(reply.status, 200) << path << reply.body;
        return reply;
    };
    const std::string base = "/v2/buckets/" + bucket().slug;
    send("PATCH", base, bodyOf("patch", ""));
    JsonObject member = bodyOf("post", "/users");
    member["email"] = bucket().slug + "@example.com";  // the server is shared
    send("POST", base + "/users", member);
    for (const Json& user : api().get(base + "/users", {bearer(admin.token)}).array("users")) {
        if (user.at("email") != member.at("email")) continue;
        send("PATCH", base + "/users/" + std::string(user.at("id").as_string()), bodyOf("patch", "/users/{id}"));
    }
}

TEST_P(ExamplesOf, MetafieldsOfEveryTypeAreTaken) {
    const std::string id = makePost();
    const std::map<std::string, std::string> lacking = {
        {"object", "was not found"}, {"objects", "was not found"}, {"file", "was not found"}};
    int number = 0;
    const JsonObject types = schema("MetafieldDefinition").at("discriminator").at("mapping").as_object();
    for (const auto& [type, place] : types) {
        JsonObject body{{"title", "T"}, {"key", "k" + std::to_string(number++)}};
        const JsonObject described = schema(std::string(place.as_string()).substr(21));
        for (const Json& name : described.at("required").as_array()) {
            const JsonObject& property = described.at("properties").at(name.as_string()).as_object();
            if (body.contains(name.as_string())) continue;
            const JsonArray* examples = arrayOf(property, "examples");
            const Json* only = property.if_contains("const");
            const JsonArray* choices = arrayOf(property, "enum");
            body[name.as_string()] = only != nullptr       ? *only
                                     : examples != nullptr ? examples->front()
                                     : choices != nullptr  ? choices->front()
                                                           : Json(JsonArray());
        }
        const Reply reply = post("/objects/" + id + "/metafields", body);
        const auto missing = lacking.find(std::string(type));
        if (missing == lacking.end()) {
            EXPECT_EQ(reply.status, 200) << writeJson(body) << reply.body;
        } else {
            EXPECT_NE(reply.message().find(missing->second), std::string::npos) << reply.body;
        }
    }
    EXPECT_EQ(number, 16);
}

TEST_P(ExamplesOf, QueriesAreAnswered) {
    makePost();
    for (const char* name : {"objects_query", "media_query"}) {
        const JsonObject parameter = document_.at("components").at("parameters").at(name).as_object();
        const Json& query = parameter.at("content").at("application/json").at("example");
        const std::string list = name == std::string("media_query") ? "/media" : "/objects";
        const Reply reply = get(list + "?query=" + writeJson(query));
        EXPECT_TRUE(reply.json().contains("total")) << reply.body;
    }
}

// The refusal of an operator that nobody knows names those that may stand there.
std::set<std::string, std::less<>> operatorsBeside(std::string_view query) {
    std::set<std::string, std::less<>> names;
    try {
        ListQuery::parse(query, {"title"});
    } catch (const ApiError& error) {
        static const std::regex name(R"(\$[a-z]+)");
        const std::string known = error.message().substr(error.message().rfind(';'));
        for (std::sregex_iterator match(known.begin(), known.end(), name), end; match != end; ++match)
            names.insert(match->str());
    }
    return names;
}

TEST(OpenApiQuery, NamesEveryOperator) {
    const JsonObject components = kernel::kernelComponents();
    std::set<std::string, std::less<>> named;
    for (const char* schema : {"Query", "QueryOperators"}) {
        for (const auto& property : components.at("schemas").at(schema).at("properties").as_object()) {
            named.emplace(property.key());
        }
    }
    std::set<std::string, std::less<>> known = operatorsBeside(R"({"$unknown": 1})");
    EXPECT_EQ(known.size(), 3U);
    known.merge(operatorsBeside(R"({"title": {"$unknown": 1}})"));
    EXPECT_EQ(named, known);
    TestServer api(Engine::Sqlite);
    const JsonObject document = api.get("/v2/openapi.json").json();
    for (const char* name : {"objects_query", "media_query"}) {
        const Json& told = document.at("components").at("parameters").at(name).at("description");
        for (const std::string& one : known) {
            EXPECT_NE(told.as_string().find(one), std::string::npos) << name << " " << one;
        }
    }
}

}  // namespace
}  // namespace inkwell::test
