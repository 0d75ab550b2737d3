#include "routes.h"

#include <gtest/gtest.h>

#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using Lines = std::vector<std::string>;

/// Keeps the routes that a plugin declares; the rest of a registrar is not needed here.
class RecordingRegistrar : public Registrar {
public:
    const std::string& dataDirectory() const override { throw std::logic_error("the plugin keeps no files"); }
    explicit RecordingRegistrar(Services& services) : services_(services) {}
    Services& services() override { return services_; }
    void migrations(std::span<const Migration>) override {}
    void every(std::chrono::milliseconds, const std::string&, std::function<void()>) override {}
    void metric(MetricKind, const std::string&, const std::string&, std::function<double()>) override {}
    void health(const std::string&, std::function<std::string()>, ProblemMeans) override {}
    void openApi(std::string_view) override {}

    std::map<std::pair<Method, std::string>, std::pair<Auth, Handler>> routes;

protected:
    void addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions) override {
        routes[{method, std::move(path)}] = {auth, std::move(handler)};
    }
    Json configValue(const std::string&, Json fallback, const std::string&) override { return fallback; }
    void listen(const char*, std::function<void(void*)>) override {}
    void provideService(const char*, void*) override {}
    void contributeAny(const char*, const std::string&, std::shared_ptr<void>) override {}

private:
    Services& services_;
};

const std::string kAll = "/v2/buckets/{bucket_slug}/objects/{id}/metafields";
const std::string kOne = kAll + "/{key}";

class Routes : public testing::Test {
protected:
    Routes() { addRoutes(registrar, service); }

    Json call(Method method, const std::string& path, const std::string& key = "", Json body = nullptr,
              std::vector<std::pair<std::string, std::string>> query = {}, unsigned object = 1) {
        return answer(method, path, key, std::move(body), std::move(query), object).json;
    }
    Response answer(Method method, const std::string& path, const std::string& key = "", Json body = nullptr,
                    std::vector<std::pair<std::string, std::string>> query = {}, unsigned object = 1) {
        RequestParts parts;
        parts.method = method;
        parts.path = {{"bucket_slug", "b"}, {"id", idOf(object)}, {"key", key}};
        parts.query = std::move(query);
        parts.body = std::move(body);
        parts.bucket = std::make_shared<const Bucket>(world.bucket);
        parts.access = method == Method::Get ? Access::readKey() : Access::writeKey();
        const auto route = registrar.routes.find({method, path});
        if (route == registrar.routes.end()) throw std::logic_error("no such route");
        return route->second.second(Request(std::move(parts)));
    }
    /// The error that the call ends with.
    template <class... A>
    ApiError refused(A&&... arguments) {
        try {
            call(std::forward<A>(arguments)...);
        } catch (const ApiError& error) {
            return error;
        }
        return {0, "none", "the call was not refused"};
    }
    JsonArray& stored() { return world.catalog.objects[idOf(1)].metafields; }

    World world;
    Engine engine{world, false};
    MetafieldService service{world, engine};
    RecordingRegistrar registrar{world};
};

TEST_F(Routes, AreReadWithTheReadKeyAndWrittenWithTheWriteKey) {
    ASSERT_EQ(registrar.routes.size(), 5U);
    for (const auto& [route, declared] : registrar.routes) {
        EXPECT_EQ(declared.first, route.first == Method::Get ? Auth::ReadKey : Auth::WriteKey) << route.second;
    }
}

TEST_F(Routes, ListMetafieldsWithTheirTotal) {
    world.add(2);
    world.add(1, {field("text", "a", "x"), relation("b", 2)});
    const Json body = call(Method::Get, kAll);
    EXPECT_EQ(body.at("total"), 2);
    EXPECT_EQ(body.at("metafields").at(0).at("value"), "x");
    EXPECT_EQ(body.at("metafields").at(1).at("object").at("id"), jsonId(2));
}

// As if somebody edited the object while it is shown.
TEST_F(Routes, TellTheVersionOfTheContentAndNotTheNextOne) {
    world.add(1, {field("text", "a", "x")}).version = 3;
    world.versions.version = 4;
    for (const auto& [path, key] : {std::pair(kAll, ""), std::pair(kOne, "a")}) {
        EXPECT_EQ(answer(Method::Get, path, key).headers.at(0), std::pair(std::string("ETag"), std::string("\"3-\"")));
    }
}

TEST_F(Routes, ListNothingForAnObjectWithoutMetafields) {
    world.add(1);
    EXPECT_EQ(writeJson(call(Method::Get, kAll)), R"({"metafields":[],"total":0})");
}

TEST_F(Routes, DoNotOpenTheObjectWithinItsOwnMetafields) {
    world.add(2, {relation("back", 1)});
    world.add(1, {relation("b", 2)});
    const Json body = call(Method::Get, kOne, "b");
    EXPECT_EQ(body.at("metafield").at("object").at("metadata").at("back"), jsonId(1));
}

TEST_F(Routes, HideTheMetafieldsOfADraftUnlessAsked) {
    world.add(1, {field("text", "a", "x")}).status = "draft";
    EXPECT_EQ(refused(Method::Get, kAll).message(), "object '" + idOf(1) + "' was not found");
    EXPECT_EQ(refused(Method::Get, kOne, "a").message(), "object '" + idOf(1) + "' was not found");
    EXPECT_EQ(call(Method::Get, kAll, "", nullptr, {{"status", "any"}}).at("total"), 1);
    EXPECT_EQ(linesOf(refused(Method::Get, kAll, "", nullptr,
                              std::vector<std::pair<std::string, std::string>>{{"status", "x"}})),
              Lines{"status: must be one of published, any, not 'x'; drafts are read with status=any; a list of "
                    "drafts alone has query={\"status\":\"draft\"} beside it"});
}

TEST_F(Routes, NameWhatIsMissing) {
    EXPECT_EQ(refused(Method::Get, kAll).message(), "object '" + idOf(1) + "' was not found");
    world.add(1);
    for (const Method method : {Method::Get, Method::Patch, Method::Delete}) {
        const ApiError error = refused(method, kOne, "a", JsonObject{{"value", "x"}});
        EXPECT_EQ(error.status(), 404);
        EXPECT_EQ(error.message(), "metafield 'a' was not found");
    }
}

TEST_F(Routes, ObeyDepth) {
    world.add(2);
    world.add(1, {relation("b", 2)});
    const Json body = call(Method::Get, kAll, "", nullptr, {{"depth", "0"}});
    EXPECT_EQ(body.at("metafields").at(0).at("object"), jsonId(2));
}

TEST_F(Routes, AddAMetafieldAtTheEnd) {
    world.add(1, {field("text", "a", "x")});
    const Json body = call(Method::Post, kAll, "", field("number", "b", 5));
    EXPECT_EQ(body.at("message").as_string(), "metafield 'b' was added to object '" + idOf(1) + "'");
    ASSERT_EQ(stored().size(), 2U);
    EXPECT_EQ(stored()[1].at("value"), 5);
    EXPECT_EQ(textOf(stored()[1].as_object(), "id").size(), 24U);
}

TEST_F(Routes, RefuseABadMetafieldAndNameItsMembersFromTheBody) {
    world.add(1, {field("text", "a", "x")});
    const ApiError error =
        refused(Method::Post, kAll, "",
                parent("a", {field("number", "n", "x"), field("text", "ok", ""), JsonObject{{"type", "color"}}}));
    EXPECT_EQ(error.status(), 400);
    const Lines found = linesOf(error);
    EXPECT_EQ(std::count(found.begin(), found.end(), "children[0].value: must be a number, not a string"), 1);
    EXPECT_EQ(std::count(found.begin(), found.end(), "key: 'a' is already the key of another metafield of this object"),
              1);
    EXPECT_EQ(stored().size(), 1U);
}

TEST_F(Routes, RefuseFieldsThatAMetafieldDoesNotHave) {
    world.add(1, {field("text", "a", "x")});
    for (const Method method : {Method::Post, Method::Patch}) {
        const JsonObject body = field("text", method == Method::Post ? "b" : "a", "y", {{"colour", true}});
        const Lines found = linesOf(refused(method, method == Method::Post ? kAll : kOne, "a", body));
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].rfind("colour: ", 0), 0U) << found[0];
    }
}

TEST_F(Routes, EditOneMemberAndKeepTheOthers) {
    world.add(1, {field("text", "a", "x", {{"id", idOf(0x50)}, {"maxlength", 9}}), field("text", "b", "z")});
    const Json body = call(Method::Patch, kOne, "a", JsonObject{{"value", "y"}});
    const Json& metafield = body.at("metafield");
    EXPECT_EQ(metafield.at("value"), "y");
    EXPECT_EQ(metafield.at("maxlength"), 9);
    EXPECT_EQ(metafield.at("id"), jsonId(0x50));
    EXPECT_EQ(stored()[0], metafield);
    EXPECT_EQ(stored()[1].at("value"), "z");
}

TEST_F(Routes, AnswerAnEditWithTheRelatedObject) {
    world.add(2).status = "draft";
    world.add(1, {relation("a", 3)});
    const Json body = call(Method::Patch, kOne, "a", JsonObject{{"value", jsonId(2)}});
    EXPECT_EQ(body.at("metafield").at("object").at("id"), jsonId(2));
    EXPECT_FALSE(stored()[0].as_object().contains("object"));
}

TEST_F(Routes, CheckTheEditedMetafieldAsAWhole) {
    world.add(1, {field("text", "a", "x")});
    EXPECT_EQ(linesOf(refused(Method::Patch, kOne, "a", JsonObject{{"type", "number"}})),
              Lines{"value: must be a number, not a string"});
    EXPECT_EQ(linesOf(refused(Method::Patch, kOne, "a", JsonObject{{"value", nullptr}})),
              Lines{"value: must not be null; an empty string means that it is not set"});
    EXPECT_EQ(stored()[0].at("type"), "text");
}

TEST_F(Routes, LeaveOtherFieldsAloneWhoseTypeIsOff) {
    world.add(1, {field("color", "c", "red"), field("text", "a", "x")});
    call(Method::Patch, kOne, "a", JsonObject{{"value", "y"}});
    EXPECT_EQ(stored()[0].as_object(), field("color", "c", "red"));
    EXPECT_EQ(linesOf(refused(Method::Patch, kOne, "c", JsonObject{{"value", "blue"}})),
              Lines{"type: " + unknownType("color")});
}

TEST_F(Routes, CompleteAMetafieldFromTheTypeOfItsObject) {
    world.add(1, {parent("seo", {})});
    const JsonArray templates = {field("number", "n", "", {{"required", true}}),
                                 parent("seo", {field("text", "t", "")})};
    world.catalog.templates.metafields = &templates;
    call(Method::Post, kAll, "", JsonObject{{"key", "n"}, {"value", 3}});
    EXPECT_EQ(stored()[1].at("type"), "number");
    EXPECT_EQ(stored()[1].at("required"), true);
    call(Method::Patch, kOne, "seo", JsonObject{{"children", {{{"key", "t"}, {"value", "T"}}}}});
    EXPECT_EQ(stored()[0].at("children").at(0).at("type"), "text");
    EXPECT_EQ(linesOf(refused(Method::Post, kAll, "", JsonObject{{"key", "m"}, {"value", 3}})),
              Lines{"type: is required: the type of the object defines no metafield 'm' here; it defines 'n', 'seo'"});
}

TEST_F(Routes, TurnAFieldIntoAGroupAndBack) {
    world.add(1, {field("text", "a", "x")});
    call(Method::Patch, kOne, "a", JsonObject{{"type", "parent"}, {"children", JsonArray{field("text", "b", "")}}});
    EXPECT_FALSE(stored()[0].as_object().contains("value"));
    call(Method::Patch, kOne, "a", JsonObject{{"type", "text"}, {"value", "y"}});
    EXPECT_FALSE(stored()[0].as_object().contains("children"));
    EXPECT_EQ(stored()[0].at("value"), "y");
}

TEST_F(Routes, ChangeAKeyToAFreeOneOnly) {
    world.add(1, {field("text", "a", "x"), field("text", "b", "y")});
    EXPECT_EQ(linesOf(refused(Method::Patch, kOne, "a", JsonObject{{"key", "b"}})),
              Lines{"key: 'b' is already the key of another metafield of this object"});
    const Json body = call(Method::Patch, kOne, "a", JsonObject{{"key", "c"}});
    EXPECT_EQ(body.at("metafield").at("key"), "c");
    EXPECT_EQ(stored()[0].at("key"), "c");
}

TEST_F(Routes, RefuseAnEditThatChangesNothing) {
    world.add(1, {field("text", "a", "x")});
    for (const JsonObject& body : {JsonObject{}, JsonObject{{"id", idOf(5)}, {"object", nullptr}}}) {
        const ApiError error = refused(Method::Patch, kOne, "a", body);
        EXPECT_EQ(error.status(), 400);
        EXPECT_EQ(error.message(), "the body changes nothing: it needs at least one field of a metafield");
    }
}

TEST_F(Routes, DeleteOneMetafield) {
    world.add(1, {field("text", "a", "x"), field("text", "b", "y"), field("text", "c", "z")});
    const Json body = call(Method::Delete, kOne, "b");
    EXPECT_EQ(body.at("message").as_string(), "metafield 'b' was deleted from object '" + idOf(1) + "'");
    ASSERT_EQ(stored().size(), 2U);
    EXPECT_EQ(stored()[0].at("key"), "a");
    EXPECT_EQ(stored()[1].at("key"), "c");
}

}  // namespace

}  // namespace inkwell::metafields::test
