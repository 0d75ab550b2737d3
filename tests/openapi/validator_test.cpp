// GET /v2/openapi.json as the npm package @seriousme/openapi-schema-validator judges it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "inkwell/text.h"
#include "tests/support/child_process.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class OpenApiValidator : public testing::Test {
protected:
    static void SetUpTestSuite() {
        fs::create_directories(INKWELL_OPENAPI_VALIDATOR);
        for (const char* file : {"package.json", "package-lock.json", "validate.mjs"}) {
            fs::copy_file(fs::path(INKWELL_SOURCE_DIR "/tests/openapi") / file,
                          fs::path(INKWELL_OPENAPI_VALIDATOR) / file, fs::copy_options::overwrite_existing);
        }
        const Finished installed = runProgram("/usr/bin/env", {"npm", "ci", "--ignore-scripts", "--no-audit",
                                                               "--no-fund", "--prefix", INKWELL_OPENAPI_VALIDATOR});
        ASSERT_EQ(installed.code, 0) << installed.err;
    }

    static Finished judge(const std::string& document) {
        const std::string file = (fs::temp_directory_path() / ("inkwell-openapi-" + randomToken(12))).string();
        std::ofstream(file) << document;
        const Finished finished = runProgram("/usr/bin/env", {"node", INKWELL_OPENAPI_VALIDATOR "/validate.mjs", file});
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
    options.morePluginDirectories = {INKWELL_TEST_EXAMPLES "/likes"};
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
