// A commit took place and nobody was told: the server distrusts everything that it keeps in memory.
#include "tests/support/api_scenario.h"
#include "tests/support/cutting_proxy.h"
#include "tests/support/private_mariadb.h"

namespace inkwell::test {
namespace {

class UnknownOutcome : public testing::Test {
protected:
    static TestServerOptions through(const CuttingProxy& proxy) {
        TestServerOptions options;
        options.pluginSettings["database_mysql"]["port"] = proxy.port();
        return options;
    }
    Reply getWith(const std::string& key) {
        return api_.get("/v2/buckets/" + bucket_.slug + "/objects?read_key=" + key);
    }

    CuttingProxy proxy_{PrivateMariaDb::instance().port()};
    TestServer api_{Engine::Mysql, through(proxy_)};
    const TestServer::Bucket bucket_ = api_.makeBucket();
};

TEST_F(UnknownOutcome, OfAResetOfKeysEndsTheOldOnesAtOnce) {
    const TestServer::User admin = api_.makeUser(bucket_, "admin");
    const std::string path = "/v2/buckets/" + bucket_.slug;
    ASSERT_EQ(getWith(bucket_.readKey).status, 200);
    proxy_.cutCommitAfter("Half told");
    EXPECT_EQ(api_.send("PATCH", path, admin.token, JsonObject{{"title", "Half told"}, {"reset_api_access_keys", true}})
                  .status,
              503);
    EXPECT_EQ(proxy_.cuts(), 1);
    EXPECT_EQ(refusalOf(getWith(bucket_.readKey)), badReadKey(bucket_.slug));
    const JsonObject seen = api_.get(path, {bearer(admin.token)}).object("bucket");
    const std::string fresh(textOf(seen.at("api_access").as_object(), "read_key"));
    EXPECT_NE(fresh, bucket_.readKey);
    EXPECT_EQ(getWith(fresh).status, 200);
}

}  // namespace
}  // namespace inkwell::test
