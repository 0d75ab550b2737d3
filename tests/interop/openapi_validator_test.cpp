// GET /v2/openapi.json as the npm package @seriousme/openapi-schema-validator judges it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "inkwell/crypto.h"
#include "inkwell/text.h"
#include "tests/interop/npm_packages.h"
#include "tests/support/child_process.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class OpenApiValidator : public testing::Test {
protected:
    static Finished judge(const std::string& document) {
        const std::string file = (fs::temp_directory_path() / ("inkwell-openapi-" + randomToken(12))).string();
        std::ofstream(file) << document;
        const Finished finished = runProgram("/usr/bin/env", {"node", npmPackages() / "validate_openapi.mjs", file});
        fs::remove(file);
        return finished;
    }

    static void expectValid(const TestServerOptions& options) {
        TestServer api(Engine::Sqlite, options);
        const Reply reply = api.get("/v2/openapi.json");
        ASSERT_EQ(reply.status, 200) << reply.body;
        const Finished judged = judge(reply.body);
        EXPECT_EQ(judged.code, 0) << judged.err;
        EXPECT_EQ(trimmed(judged.out), "3.1");
    }
};

TEST_F(OpenApiValidator, AcceptsTheDocumentOfAllPlugins) {
    TestServerOptions options;
    options.morePluginDirectories = {exampleFolder("comments")};
    expectValid(options);
}

TEST_F(OpenApiValidator, AcceptsTheDocumentWhenWhatOthersNameIsOff) {
    TestServerOptions options;
    options.disabled = {"metafields", "media", "users"};
    expectValid(options);
}

TEST_F(OpenApiValidator, RefusesABrokenDocument) {
    EXPECT_NE(judge(R"({"openapi": "3.1.0", "info": {"title": "x"}, "paths": {}})").code, 0);
    EXPECT_NE(judge(R"({"openapi": "3.1.0", "info": {"title": "x", "version": "1"}, "paths": {"/a": {"get": {
                        "responses": {"200": {"$ref": "#/components/responses/None"}}}}}})")
                  .code,
              0);
}

}  // namespace
}  // namespace inkwell::test
