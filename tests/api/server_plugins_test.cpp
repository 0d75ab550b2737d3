// interface/resources.md, "Plugins of the server".
#include <fstream>
#include <thread>

#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

/// With a server of its own, whose plugins are switched.
class ServerPluginsApi : public testing::TestWithParam<Engine> {
protected:
    ServerPluginsApi() {
        auto* identity = api_.server().plugins().find<Identity>();
        identity->addAccount("operator@example.com", kPassword, true);
        operator_ = api_.signIn("operator@example.com", kPassword);
    }
    Reply change(const std::string& id, bool enabled, const std::string& password = kPassword) {
        return api_.send("PATCH", "/v2/server/plugins/" + id, operator_,
                         JsonObject{{"enabled", enabled}, {"password", password}});
    }
    std::string stateOf(const std::string& id) {
        for (const Json& one : api_.get("/v2/server/plugins", {bearer(operator_)}).array("plugins"))
            if (textOf(one.as_object(), "id") == id) return std::string(textOf(one.as_object(), "state"));
        return "(none)";
    }

    TestServer api_{GetParam()};
    std::string operator_;
};
INKWELL_ON_BOTH_ENGINES(ServerPluginsApi);

TEST_P(ServerPluginsApi, AreListedAndSwitched) {
    const TestServer::Bucket bucket = api_.makeBucket();
    const std::string docs = "/docs";
    EXPECT_EQ(stateOf("docs"), "running");
    ASSERT_EQ(api_.get(docs).status, 200);
    const Reply off = change("docs", false);
    ASSERT_EQ(off.status, 200) << off.body;
    EXPECT_EQ(off.object("plugin").at("state"), "disabled");
    EXPECT_TRUE(off.object("plugin").at("reason").is_null());
    EXPECT_EQ(stateOf("docs"), "disabled");
    EXPECT_EQ(refusalOf(api_.get(docs)), "404: the plugin 'docs' that serves this address is disabled");
    const Reply on = change("docs", true);
    ASSERT_EQ(on.status, 200) << on.body;
    EXPECT_EQ(on.object("plugin").at("state"), "running");
    EXPECT_EQ(api_.get(docs).status, 200);
    EXPECT_EQ(change("docs", true).status, 200) << "it is as wanted already";
}

TEST_P(ServerPluginsApi, AreRefusedAsAtTheCommandLine) {
    EXPECT_EQ(refusalOf(change("nothing", false)), missing("plugin", "nothing"));
    const std::string refusal = refusalOf(change("objects", false));
    EXPECT_TRUE(refusal.starts_with("409: plugin 'objects' cannot be disabled: it is needed by ")) << refusal;
    const std::string engine = GetParam() == Engine::Sqlite ? "database_sqlite" : "database_mysql";
    EXPECT_EQ(refusalOf(change(engine, false)), "409: plugin '" + engine +
                                                    "' cannot be disabled: the content is kept in its database engine "
                                                    "(database.engine)");
    EXPECT_EQ(stateOf("objects"), "running");
    // Found by what the other one starts with, not by what it declares to need.
    EXPECT_EQ(refusalOf(change("media_store_disk", false)),
              "409: plugin 'media_store_disk' cannot be disabled: it is needed by 'media'; disable them first");
    EXPECT_EQ(stateOf("media_store_disk"), "running");
}

TEST_P(ServerPluginsApi, AreNotSwitchedWhereThatCannotBeKept) {
    const std::string folder = api_.server().info().dataDirectory + "/plugins.d";
    std::ofstream(folder) << "no folder";
    EXPECT_EQ(
        refusalOf(change("docs", false)),
        "409: plugin 'docs' was not switched: the server cannot keep the choice in " + folder +
            ", and its log says why; on its machine `sudo inkwell plugins disable docs` switches it and keeps that");
    EXPECT_EQ(stateOf("docs"), "running");
}

TEST_P(ServerPluginsApi, AskForThePasswordEachTimeAndCountWrongOnes) {
    for (int n = 0; n < 10; ++n)
        EXPECT_EQ(refusalOf(change("docs", false, "wrong password")), "403: 'password' is wrong; nothing was changed");
    EXPECT_EQ(refusalOf(change("docs", false)), "429: too many failed sign-ins; try again later")
        << "throttled as signing in is";
    EXPECT_EQ(stateOf("docs"), "running");
    EXPECT_EQ(refusalOf(api_.send("PATCH", "/v2/server/plugins/docs", operator_, JsonObject{{"enabled", false}})),
              "400: the plugin was not switched: password: is required");
    EXPECT_EQ(refusalOf(api_.send("PATCH", "/v2/server/plugins/docs", operator_, JsonObject{{"password", kPassword}})),
              "400: the plugin was not switched: enabled: is required: true or false");
}

TEST_P(ServerPluginsApi, AreForTheServersAdministrators) {
    const TestServer::User admin = api_.makeUser(api_.makeBucket(), "admin");
    const std::string refusal = "403: only an administrator of the server may do this";
    EXPECT_EQ(refusalOf(api_.get("/v2/server/plugins", {bearer(admin.token)})), refusal);
    EXPECT_EQ(refusalOf(api_.send("PATCH", "/v2/server/plugins/docs", admin.token,
                                  JsonObject{{"enabled", false}, {"password", kPassword}})),
              refusal);
    EXPECT_EQ(refusalOf(api_.get("/v2/server/plugins")), kNoToken);
    EXPECT_EQ(stateOf("docs"), "running");
}

TEST_P(ServerPluginsApi, TheirOwnOneGoesToo) {
    ASSERT_EQ(change("users", false).status, 200);
    EXPECT_TRUE(eventually([&] { return api_.get("/v2/server/plugins", {bearer(operator_)}).status == 404; }));
}

}  // namespace
}  // namespace inkwell::test
