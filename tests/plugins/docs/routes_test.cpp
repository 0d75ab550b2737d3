#include "routes.h"

#include <gtest/gtest.h>

#include "response_parts.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::docs {
namespace {

using test::errorOf;
using testkit::bytesOf;
using testkit::headerOf;

class Docs : public testing::Test {
protected:
    Docs() { fixture_.host(inkwell_plugin); }

    Response get(const std::string& name, std::vector<std::pair<std::string, std::string>> headers = {}) {
        RequestParts parts;
        if (!name.empty()) parts.path = {{"page", name}};
        parts.headers = std::move(headers);
        return fixture_.call(Method::Get, name.empty() ? "/docs" : "/docs/{page}", std::move(parts));
    }

    test::PluginFixture fixture_;
};

TEST_F(Docs, AreTheGuideWithAStrictPolicy) {
    const Response page = get("");
    EXPECT_EQ(page.stream->contentType, "text/html; charset=utf-8");
    EXPECT_TRUE(bytesOf(page).starts_with("<!doctype html>"));
    const std::string policy = headerOf(page, "Content-Security-Policy");
    EXPECT_TRUE(policy.starts_with("default-src 'none'; ")) << policy;
    EXPECT_EQ(policy.find("unsafe"), std::string::npos) << policy;
    EXPECT_EQ(policy.find("http"), std::string::npos) << policy;
}

TEST_F(Docs, HavePagesAndWhatTheyNeed) {
    EXPECT_EQ(get("metafields").stream->contentType, "text/html; charset=utf-8");
    EXPECT_EQ(get("docs.css").stream->contentType, "text/css; charset=utf-8");
    EXPECT_EQ(get("docs.js").stream->contentType, "text/javascript; charset=utf-8");
    const std::string error = errorOf([&] { get("nothing"); });
    EXPECT_TRUE(error.starts_with("404: there is no page 'nothing'; there are 'guide', 'interface', ")) << error;
    EXPECT_EQ(error.find("docs.css"), std::string::npos) << error;
}

TEST_F(Docs, AreNotSentTwiceToAClientThatHasThem) {
    const std::string tag = headerOf(get(""), "ETag");
    const Response again = get("", {{"If-None-Match", tag}});
    EXPECT_EQ(again.status, 304);
    EXPECT_FALSE(again.stream);
    EXPECT_TRUE(get("metafields", {{"If-None-Match", tag}}).stream);
}

TEST_F(Docs, AreWhatABrowserFindsAtTheRoot) {
    const Response root = fixture_.call(Method::Get, "/", {});
    EXPECT_EQ(bytesOf(root), bytesOf(get("")));
}

}  // namespace
}  // namespace inkwell::docs
