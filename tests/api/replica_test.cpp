// Servers whose cache misses are answered by a replica of the database (decision 0043).
#include <gtest/gtest.h>

#include "tests/support/eventually.h"
#include "tests/support/replicated_mariadb.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

TestServerOptions optionsFor(const std::string& database) {
    ReplicatedMariaDb& servers = ReplicatedMariaDb::instance();
    TestServerOptions options;
    options.database = database;
    options.pluginSettings["database_mysql"] = {
        {"host", "127.0.0.1"},
        {"port", servers.primary().port()},
        {"read_hosts", "127.0.0.1:" + std::to_string(servers.replica().port())}};
    return options;
}

class Replicas : public testing::Test {
protected:
    Replicas() : one_(Engine::Mysql, optionsFor(database_)), other_(Engine::Mysql, optionsFor(database_)) {
        bucket_ = one_.makeBucket();
        editor_ = one_.makeUser(bucket_, "editor");
        one_.send("POST", path("object-types"), one_.makeUser(bucket_, "admin").token,
                  JsonObject{{"title", "Posts"}, {"slug", "posts"}});
        const Reply made =
            one_.send("POST", path("objects"), editor_.token, JsonObject{{"type", "posts"}, {"title", "First"}});
        EXPECT_EQ(made.status, 200) << made.body;
        id_ = textOf(made.object("object"), "id");
    }
    std::string path(const std::string& rest) const { return "/v2/buckets/" + bucket_.slug + "/" + rest; }
    std::string titleAt(TestServer& server, const std::string& more = "") const {
        const Reply reply = server.get(path("objects/" + id_) + "?read_key=" + bucket_.readKey + more);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return std::string(textOf(reply.object("object"), "title"));
    }
    void rename(TestServer& server, const char* title) {
        const Reply reply = server.send("PATCH", path("objects/" + id_), editor_.token, JsonObject{{"title", title}});
        EXPECT_EQ(reply.status, 200) << reply.body;
    }
    static kernel::ReplicaPool::Numbers numbersOf(TestServer& server) {
        return server.server().database().replicaNumbers();
    }

    ReplicatedMariaDb& servers_ = ReplicatedMariaDb::instance();
    const std::string database_ = servers_.freshDatabase();
    TestServer one_;
    TestServer other_;
    TestServer::Bucket bucket_;
    TestServer::User editor_;
    std::string id_;
};

TEST_F(Replicas, AnswerWhatTheCacheDoesNotHave) {
    servers_.follow();
    const auto before = numbersOf(one_);
    EXPECT_EQ(titleAt(one_), "First");
    const auto after = numbersOf(one_);
    EXPECT_GT(after.reads, before.reads);
    EXPECT_EQ(after.passedOver, before.passedOver);
    EXPECT_EQ(titleAt(one_), "First");
    EXPECT_EQ(numbersOf(one_).reads, after.reads) << "the second time it is in the cache";
    EXPECT_EQ(titleAt(one_, "&use_cache=false"), "First");
    EXPECT_EQ(numbersOf(one_).reads, after.reads) << "who does without the cache asks for the newest";
}

TEST_F(Replicas, ThatAreBehindShowNobodyWhatIsOlderThanTheCacheWould) {
    servers_.follow();
    EXPECT_EQ(titleAt(one_), "First");
    EXPECT_EQ(titleAt(other_), "First");
    servers_.stopFollowing();
    rename(one_, "Second");
    EXPECT_EQ(titleAt(one_), "Second") << "who has written reads it at once";
    EXPECT_TRUE(eventually([&] { return titleAt(other_) == "Second"; })) << "the other server hears of it";
    EXPECT_EQ(titleAt(other_), "Second");
    servers_.follow();
    rename(other_, "Third");
    EXPECT_EQ(titleAt(other_), "Third");
    EXPECT_TRUE(eventually([&] { return titleAt(one_) == "Third"; }));
}

TEST_F(Replicas, ThatDieCostNoRead) {
    servers_.follow();
    EXPECT_EQ(titleAt(one_), "First");
    servers_.replica().kill();
    rename(other_, "Second");
    EXPECT_TRUE(eventually([&] { return titleAt(one_) == "Second"; }));
    EXPECT_EQ(titleAt(other_), "Second");
    servers_.replica().start();
}

}  // namespace
}  // namespace inkwell::test
