#include "kernel/snapshot/router.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

Route route(Method method, std::string path, std::string plugin = "objects") {
    return {method, std::move(path), Auth::Public, {}, {}, std::move(plugin), true};
}

const Router& router() {
    static const Router instance({
        route(Method::Get, "/v2/buckets/{bucket_slug}/objects"),
        route(Method::Post, "/v2/buckets/{bucket_slug}/objects"),
        route(Method::Get, "/v2/buckets/{bucket_slug}/objects/{id}"),
        route(Method::Delete, "/v2/buckets/{bucket_slug}/objects/{object_id}"),
        route(Method::Post, "/v2/buckets/{bucket_slug}/objects/search"),
        route(Method::Get, "/v2/buckets/{bucket_slug}/objects/recent"),
        route(Method::Get, "/v2/status"),
    });
    return instance;
}

std::string valueOf(const Router::Match& match, const std::string& name) {
    for (const auto& [key, value] : match.path) {
        if (key == name) return value;
    }
    return "(none)";
}

TEST(Router, FindsARouteAndDecodesItsPlaceholders) {
    const Router::Match match = router().match(Method::Get, "/v2/buckets/my%20blog/objects/a+b");
    ASSERT_NE(match.route, nullptr);
    EXPECT_EQ(match.route->path, "/v2/buckets/{bucket_slug}/objects/{id}");
    EXPECT_EQ(valueOf(match, "bucket_slug"), "my blog");
    EXPECT_EQ(valueOf(match, "id"), "a+b");
}

TEST(Router, NamesPlaceholdersAsTheMethodsOwnRouteDoes) {
    const Router::Match match = router().match(Method::Delete, "/v2/buckets/b/objects/7");
    ASSERT_NE(match.route, nullptr);
    EXPECT_EQ(valueOf(match, "object_id"), "7");
    EXPECT_EQ(valueOf(match, "id"), "(none)");
}

TEST(Router, PrefersALiteralToAPlaceholder) {
    const Router::Match match = router().match(Method::Get, "/v2/buckets/b/objects/recent");
    ASSERT_NE(match.route, nullptr);
    EXPECT_EQ(match.route->path, "/v2/buckets/{bucket_slug}/objects/recent");
}

TEST(Router, TakesThePlaceholderWhereTheLiteralLacksTheMethod) {
    const Router::Match match = router().match(Method::Get, "/v2/buckets/b/objects/search");
    ASSERT_NE(match.route, nullptr);
    EXPECT_EQ(valueOf(match, "id"), "search");
}

TEST(Router, KeepsAnEncodedSlashInsideItsSegment) {
    const Router::Match match = router().match(Method::Get, "/v2/buckets/b/objects/a%2Fb");
    ASSERT_NE(match.route, nullptr);
    EXPECT_EQ(match.route->path, "/v2/buckets/{bucket_slug}/objects/{id}");
    EXPECT_EQ(valueOf(match, "id"), "a/b");
}

TEST(Router, ComparesLiteralsDecoded) { EXPECT_NE(router().match(Method::Get, "/v2/%73tatus").route, nullptr); }

TEST(Router, IgnoresOneSlashAtTheEnd) {
    EXPECT_NE(router().match(Method::Get, "/v2/status/").route, nullptr);
    EXPECT_EQ(router().match(Method::Get, "/v2/status//").route, nullptr);
}

TEST(Router, DoesNotFillAPlaceholderWithNothing) {
    EXPECT_EQ(router().match(Method::Get, "/v2/buckets//objects").route, nullptr);
    EXPECT_EQ(router().match(Method::Get, "//v2/status").route, nullptr);
}

TEST(Router, SaysUnderWhichMethodsAnAddressExists) {
    const std::string path = "/v2/buckets/b/objects/search";
    EXPECT_EQ(router().match(Method::Patch, path).route, nullptr);
    std::vector<Method> methods;
    for (const Route* route : router().routesAt(path)) {
        methods.push_back(route->method);
        EXPECT_EQ(router().match(route->method, path).route, route);
    }
    EXPECT_EQ(methods, (std::vector{Method::Get, Method::Post, Method::Delete}));
}

TEST(Router, KnowsNothingOfAnUnknownAddress) {
    for (const char* path : {"/v2/nothing", "/", "", "v2/status", "*", "/v2/status/more"}) {
        const Router::Match match = router().match(Method::Get, path);
        EXPECT_EQ(match.route, nullptr) << path;
        EXPECT_TRUE(router().routesAt(path).empty()) << path;
    }
}

TEST(Router, NamesBothPluginsThatClaimOneAddress) {
    try {
        Router({route(Method::Get, "/v2/things/{id}", "first"), route(Method::Get, "/v2/things/{name}", "second")});
        FAIL() << "two routes of one shape were accepted";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "plugins 'first' and 'second' both claim GET /v2/things/{name}");
    }
}

}  // namespace
}  // namespace inkwell::kernel
