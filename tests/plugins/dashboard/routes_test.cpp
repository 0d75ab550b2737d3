#include "routes.h"

#include <gtest/gtest.h>

#include "assets.h"
#include "response_parts.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::dashboard {
namespace {

using test::errorOf;
using testkit::bytesOf;
using testkit::headerOf;

class Dashboard : public testing::Test {
protected:
    Dashboard() { fixture_.host(inkwell_plugin); }

    Response file(const std::string& name, std::vector<std::pair<std::string, std::string>> headers = {}) {
        RequestParts parts;
        parts.path = {{"file", name}};
        parts.headers = std::move(headers);
        return fixture_.call(Method::Get, "/dashboard/-/{file}", std::move(parts));
    }
    static std::string nameOfTheScript() {
        for (const Asset& asset : assets()) {
            if (asset.name.starts_with("app-")) return std::string(asset.name);
        }
        return "";
    }

    test::PluginFixture fixture_;
};

TEST_F(Dashboard, IsOnePageAtEveryAddressWithAStrictPolicy) {
    for (const char* path : {"/dashboard", "/dashboard/{bucket}/{screen}/{type}/{id}"}) {
        const Response response = fixture_.call(Method::Get, path, {});
        EXPECT_NE(bytesOf(response).find("/dashboard/-/" + nameOfTheScript()), std::string::npos);
        EXPECT_EQ(headerOf(response, "Content-Security-Policy").find("default-src 'none'"), 0U);
        EXPECT_EQ(headerOf(response, "Cache-Control"), "no-cache");
    }
}

TEST_F(Dashboard, NamesThePartsOfPluginsInThePage) {
    const std::string page = bytesOf(fixture_.call(Method::Get, "/dashboard", {}));
    EXPECT_NE(page.find(R"(content="{&quot;editors&quot;:{},&quot;screens&quot;:[]}")"), std::string::npos) << page;
    EXPECT_EQ(page.find('@'), std::string::npos) << "a placeholder is left";
}

TEST_F(Dashboard, IsKeptForEverByTheDigestInItsName) {
    const Response plain = file(nameOfTheScript());
    const Response packed = file(nameOfTheScript(), {{"Accept-Encoding", "gzip, br"}});
    EXPECT_EQ(headerOf(packed, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(headerOf(packed, "Content-Encoding"), "br");
    EXPECT_EQ(headerOf(packed, "Vary"), "Accept-Encoding");
    EXPECT_EQ(headerOf(plain, "Content-Encoding"), "");
    EXPECT_LT(packed.stream->length, plain.stream->length / 2);
    EXPECT_EQ(file(nameOfTheScript(), {{"If-None-Match", headerOf(plain, "ETag")}}).status, 304);
}

TEST_F(Dashboard, IsSmallEnoughForAFirstLoad) {
    std::size_t first = 0;
    for (const Asset& asset : assets()) {
        if (asset.name == "index.html" || asset.name.starts_with("app-") || asset.name.starts_with("style-")) {
            first += asset.gzip.size();
        }
    }
    EXPECT_GT(first, 0U);
    EXPECT_LT(first, 150'000U);
}

TEST_F(Dashboard, SaysWhatToDoAboutAFileOfAnotherVersion) {
    const std::string error = errorOf([&] { file("app-OLD.js"); });
    EXPECT_NE(error.find("there is no file 'app-OLD.js' of the dashboard: it may be of another version"),
              std::string::npos)
        << error;
}

}  // namespace
}  // namespace inkwell::dashboard
