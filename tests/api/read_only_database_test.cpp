// The database may not be written to for a while: a replica, or a server that its operator has set so.
#include "tests/support/api_scenario.h"
#include "tests/support/private_mariadb.h"

namespace inkwell::test {
namespace {

/// An account that read_only holds for; it does not for root.
TestServerOptions asSite() {
    const std::string site = "'site'@'localhost'";
    PrivateMariaDb::instance().run("CREATE OR REPLACE USER " + site + "; GRANT ALL ON *.* TO " + site +
                                   "; REVOKE READ_ONLY ADMIN ON *.* FROM " + site);
    TestServerOptions options;
    options.pluginSettings["database_mysql"]["user"] = "site";
    return options;
}

class ReadOnlyDatabase : public testing::Test {
protected:
    ~ReadOnlyDatabase() override { setReadOnly(false); }
    static void setReadOnly(bool isSo) {
        PrivateMariaDb::instance().run("SET GLOBAL read_only = " + std::to_string(isSo));
    }
    Reply makeType(const std::string& title) {
        return api_.send("POST", path_, bucket_.writeKey, JsonObject{{"title", title}});
    }
    Reply types() { return api_.get(path_ + "?read_key=" + bucket_.readKey); }

    TestServer api_{Engine::Mysql, asSite()};
    const TestServer::Bucket bucket_ = api_.makeBucket();
    const std::string path_ = "/v2/buckets/" + bucket_.slug + "/object-types";
};

TEST_F(ReadOnlyDatabase, RefusesWritesForAWhileAndAnswersReads) {
    ASSERT_EQ(makeType("Before").status, 200);
    setReadOnly(true);
    const Reply refused = makeType("Meanwhile");
    EXPECT_EQ(refused.status, 503) << refused.body;
    EXPECT_EQ(refused.headers.count("retry-after"), 1u);
    EXPECT_EQ(refused.message(), "the database is not available right now; try again");
    EXPECT_EQ(types().array("object_types").size(), 1u);
    setReadOnly(false);
    EXPECT_EQ(makeType("After").status, 200);
    EXPECT_EQ(types().array("object_types").size(), 2u);
}

}  // namespace
}  // namespace inkwell::test
