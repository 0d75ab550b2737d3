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
    const Reply untold =
        api_.send("PATCH", path, admin.token, JsonObject{{"title", "Half told"}, {"reset_api_access_keys", true}});
    EXPECT_EQ(untold.status, 503);
    EXPECT_EQ(untold.json().at("code"), "outcome_unknown");
    EXPECT_EQ(proxy_.cuts(), 1);
    EXPECT_EQ(refusalOf(getWith(bucket_.readKey)), badReadKey(bucket_.slug));
    const JsonObject seen = api_.get(path, {bearer(admin.token)}).object("bucket");
    const std::string fresh(textOf(seen.at("api_access").as_object(), "read_key"));
    EXPECT_NE(fresh, bucket_.readKey);
    EXPECT_EQ(getWith(fresh).status, 200);
}

TEST_F(UnknownOutcome, OfAPostIsSettledByItsIdempotencyKey) {
    const std::string path = "/v2/buckets/" + bucket_.slug;
    ASSERT_EQ(api_.send("POST", path + "/object-types", bucket_.writeKey, {{"title", "Posts"}}).status, 200);
    const auto create = [&] {
        return sendRequest(api_.port(), "POST", path + "/objects",
                           {bearer(bucket_.writeKey), {"Idempotency-Key", "order-1"}},
                           R"({"type": "posts", "title": "Told at last"})");
    };
    proxy_.cutCommitAfter("Told at last");
    const Reply untold = create();
    EXPECT_EQ(untold.status, 503);
    EXPECT_EQ(untold.json().at("code"), "outcome_unknown");
    EXPECT_EQ(proxy_.cuts(), 1);
    const Reply told = create();
    EXPECT_EQ(told.status, 200) << told.body;
    EXPECT_EQ(told.object("object").at("title"), "Told at last");
    EXPECT_EQ(told.headers.at("idempotent-replayed"), "true");
    EXPECT_EQ(api_.count("objects", bucket_.id), 1) << "it was stored twice";
}

}  // namespace
}  // namespace inkwell::test
