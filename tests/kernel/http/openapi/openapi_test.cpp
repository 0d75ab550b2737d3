#include "kernel/http/openapi/openapi.h"

#include <gtest/gtest.h>

#include "kernel/http/openapi/openapi_operation.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel {
namespace {

const std::string kThings = "/v2/buckets/{bucket_slug}/things";

Route routeOf(Method method, const std::string& path, Auth auth, RouteOptions options = {}, bool enabled = true) {
    return {method, path, auth, {}, std::move(options), "things", enabled};
}

class OpenApiTest : public testing::Test {
protected:
    OpenApiTest() {
        server_.version = "1.2.3";
        server_.baseUrl = "https://cms.example.com";
        server_.uploadUrl = "https://upload.example.com";
    }

    JsonObject documentOf(std::vector<Route> routes, const std::vector<std::string>& components = {}) const {
        Snapshot snapshot;
        snapshot.router = std::make_shared<Router>(std::move(routes));
        snapshot.summaries["things"] = "Things of all kinds";
        for (const std::string& json : components) snapshot.openApi.push_back({"things", json});
        return openApiDocument(snapshot, server_);
    }
    JsonObject operationOf(const Route& route, const std::vector<std::string>& components = {}) const {
        const JsonObject document = documentOf({route}, components);
        return document.at("paths").at(route.path).at(operationMethod(route.method)).as_object();
    }
    static std::vector<std::string> statusesOf(const JsonObject& operation) {
        std::vector<std::string> statuses;
        for (const auto& one : operation.at("responses").as_object()) statuses.emplace_back(one.key());
        return statuses;
    }
    static std::string at(const Json& json, const char* pointer) { return writeJson(json.at_pointer(pointer)); }

    ServerInfo server_;
};

using Texts = std::vector<std::string>;

TEST_F(OpenApiTest, SaysWhatItIs) {
    const Json document = documentOf({routeOf(Method::Get, kThings, Auth::ReadKey)});
    EXPECT_EQ(at(document, "/openapi"), "\"3.1.0\"");
    EXPECT_EQ(at(document, "/info/version"), "\"1.2.3\"");
    EXPECT_EQ(at(document, "/info/license"), R"({"name":"MIT","identifier":"MIT"})");
    EXPECT_EQ(at(document, "/servers"), R"([{"url":"https://cms.example.com"}])");
    EXPECT_EQ(at(document, "/tags"), R"([{"name":"things","description":"Things of all kinds"}])");
    EXPECT_EQ(at(document, "/components/parameters/limit/schema/maximum"), "1000");
}

TEST_F(OpenApiTest, ARouteWithoutADescriptionIsShownAllTheSame) {
    const Json operation = operationOf(routeOf(Method::Post, kThings, Auth::WriteKey, {.body = BodyKind::Json}));
    EXPECT_EQ(at(operation, "/operationId"), "\"postThings\"");
    EXPECT_EQ(at(operation, "/summary"), "\"POST " + kThings + "\"");
    EXPECT_EQ(at(operation, "/tags"), "[\"things\"]");
    EXPECT_EQ(at(operation, "/requestBody"), R"({"required":true,"content":{"application/json":{"schema":{}}}})");
    EXPECT_EQ(at(operation, "/responses/200/content"), R"({"application/json":{"schema":{}}})");
    EXPECT_EQ(at(operation, "/parameters"),
              R"([{"name":"bucket_slug","in":"path","required":true,"schema":{"type":"string"},)"
              R"("description":"The slug of the bucket"},{"$ref":"#/components/parameters/idempotency_key"}])");
}

TEST_F(OpenApiTest, ARouteThatIsOffIsNotShown) {
    const JsonObject document = documentOf({routeOf(Method::Get, kThings, Auth::ReadKey, {}, false)});
    EXPECT_TRUE(document.at("paths").as_object().empty());
    EXPECT_TRUE(document.at("tags").as_array().empty());
}

TEST_F(OpenApiTest, TheKeyFollowsTheKindOfRoute) {
    const auto securityOf = [&](Auth auth) {
        return writeJson(operationOf(routeOf(Method::Get, kThings, auth)).at("security"));
    };
    EXPECT_EQ(securityOf(Auth::Public), "[]");
    EXPECT_EQ(securityOf(Auth::ReadKey), R"([{"readKey":[]},{"readKeyHeader":[]},{"userToken":[]}])");
    EXPECT_EQ(securityOf(Auth::WriteKey), R"([{"writeKey":[]},{"userToken":[]}])");
    EXPECT_EQ(securityOf(Auth::UserToken), R"([{"userToken":[]}])");
    EXPECT_EQ(securityOf(Auth::BucketAdmin), R"([{"userToken":[]}])");
}

TEST_F(OpenApiTest, TheErrorsFollowTheKindOfRoute) {
    EXPECT_EQ(statusesOf(operationOf(routeOf(Method::Get, "/v2/status", Auth::Public))),
              (Texts{"200", "304", "400", "429", "503"}));
    EXPECT_EQ(statusesOf(operationOf(routeOf(Method::Get, kThings, Auth::ReadKey))),
              (Texts{"200", "304", "400", "401", "403", "404", "429", "503"}));
    EXPECT_EQ(statusesOf(operationOf(routeOf(Method::Patch, kThings, Auth::WriteKey, {.body = BodyKind::Json}))),
              (Texts{"200", "400", "401", "403", "404", "408", "409", "413", "415", "429", "503"}));
}

TEST_F(OpenApiTest, FurtherAnswersTakeThePlaceOf200) {
    const RouteDescription told{.others = {{201, "Made"}, {507, ""}, {299, "Thing"}}};
    const Json operation =
        operationOf(routeOf(Method::Post, kThings, Auth::Public, {.body = BodyKind::Stream, .description = told}),
                    {R"({"responses":{"Made":{"description":"Made"}},"schemas":{"Thing":{"type":"object"}}})"});
    EXPECT_FALSE(operation.at("responses").as_object().contains("200"));
    EXPECT_EQ(at(operation, "/responses/201"), R"({"$ref":"#/components/responses/Made"})");
    EXPECT_EQ(at(operation, "/responses/507"), R"({"$ref":"#/components/responses/Error507"})");
    EXPECT_EQ(at(operation, "/responses/299/content/application~1json/schema"),
              R"({"$ref":"#/components/schemas/Thing"})");
    EXPECT_EQ(at(operation, "/requestBody/content"), R"({"application/octet-stream":{"schema":{}}})");
}

TEST_F(OpenApiTest, ParametersAreTheComponentsAndTheKernels) {
    const RouteDescription told{.query = {"color", "limit", "free"}};
    const Json operation =
        operationOf(routeOf(Method::Get, "/v2/things", Auth::ReadKey, {.cacheable = true, .description = told}),
                    {R"({"parameters":{"color":{"name":"color","in":"query","schema":{"enum":["red"]}}}})"});
    EXPECT_EQ(at(operation, "/parameters"),
              R"([{"$ref":"#/components/parameters/color"},{"$ref":"#/components/parameters/limit"},)"
              R"({"name":"free","in":"query","schema":{"type":"string"}},)"
              R"({"$ref":"#/components/parameters/pretty"},{"$ref":"#/components/parameters/use_cache"}])");
}

TEST_F(OpenApiTest, ComponentsOfPluginsStandTogether) {
    const Json document = documentOf({routeOf(Method::Get, kThings, Auth::ReadKey)},
                                     {R"({"schemas":{"A":{"type":"array","items":{"$ref":"#/components/schemas/B"}}}})",
                                      R"({"schemas":{"B":{"$ref":"#/components/schemas/Nobodys"}}})"});
    EXPECT_EQ(at(document, "/components/schemas/A/items"), R"({"$ref":"#/components/schemas/B"})");
    EXPECT_EQ(at(document, "/components/schemas/B"), "{}");  // what nobody brings means anything
    EXPECT_EQ(at(document, "/components/schemas/Error/type"), "\"object\"");
}

TEST_F(OpenApiTest, PathsThatDifferInNamesOnlyAreOne) {
    const Json document = documentOf({routeOf(Method::Get, "/v2/things/{id}", Auth::Public),
                                      routeOf(Method::Delete, "/v2/things/{thing_id}", Auth::Public)});
    EXPECT_EQ(document.at("paths").as_object().size(), 1u);
    EXPECT_EQ(document.at("paths").at("/v2/things/{id}").at("delete").at("parameters").at(0).at("name"), "id");
}

TEST_F(OpenApiTest, IdsAreUnique) {
    const Json document =
        documentOf({routeOf(Method::Get, "/v2/things", Auth::Public), routeOf(Method::Get, "/things", Auth::Public),
                    routeOf(Method::Get, kThings + "/{id}", Auth::Public),
                    routeOf(Method::Get, "/v2/buckets/{bucket_slug}", Auth::Public)});
    const auto idOf = [&](const std::string& path) {
        return document.at("paths").at(path).at("get").at("operationId");
    };
    EXPECT_EQ(idOf("/v2/things"), "getThings");
    EXPECT_EQ(idOf("/things"), "getThings2");
    EXPECT_EQ(idOf(kThings + "/{id}"), "getThingsById");
    EXPECT_EQ(idOf("/v2/buckets/{bucket_slug}"), "getBucketsByBucketSlug");
}

TEST_F(OpenApiTest, UploadsHaveServersOfTheirOwn) {
    const Json operation = operationOf(routeOf(Method::Post, kThings, Auth::Public, {.onUploadListener = true}));
    EXPECT_EQ(at(operation, "/servers"), R"([{"url":"https://upload.example.com"},{"url":"https://cms.example.com"}])");
}

TEST_F(OpenApiTest, ADocumentIsMadeOnceForASnapshot) {
    CurrentSnapshot current;
    const auto use = [&](const std::string& path) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->router = std::make_shared<Router>(std::vector<Route>{routeOf(Method::Get, path, Auth::Public)});
        current.swap(std::move(snapshot));
    };
    LiveServerInfo server(server_);
    OpenApi openApi(current, server);
    use("/a");
    const auto first = openApi.get();
    EXPECT_EQ(openApi.get(), first);
    const auto finished = openApi.finished();
    EXPECT_EQ(openApi.finished(), finished);
    EXPECT_EQ(*finished->text, writeJson(*first));
    EXPECT_TRUE(finished->gzip);
    use("/b");
    EXPECT_NE(openApi.finished()->tag, finished->tag);
    EXPECT_TRUE(openApi.get()->at("paths").as_object().contains("/b"));
    EXPECT_TRUE(first->at("paths").as_object().contains("/a"));
}

}  // namespace
}  // namespace inkwell::kernel
