#include "routes.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::docs {
namespace {

using test::errorOf;

class Docs : public testing::Test {
protected:
    Docs() { fixture_.host(inkwell_plugin); }

    Response get(const std::string& name, std::vector<std::pair<std::string, std::string>> headers = {}) {
        RequestParts parts;
        if (!name.empty()) parts.path = {{"page", name}};
        parts.headers = std::move(headers);
        return fixture_.call(Method::Get, name.empty() ? "/docs" : "/docs/{page}", std::move(parts));
    }
    static std::string headerOf(const Response& response, const std::string& name) {
        for (const auto& [key, value] : response.headers) {
            if (key == name) return value;
        }
        return "";
    }
    static std::string bytesOf(const Response& response) {
        std::string bytes(static_cast<std::size_t>(response.stream->length), '\0');
        response.stream->bytes->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return bytes;
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
