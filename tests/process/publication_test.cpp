// Scheduled publication on two servers, one of which dies in the middle.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <set>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::test {
namespace {

constexpr int kObjects = 1000;

class Publication : public testing::Test {
protected:
    std::int64_t count(const std::string& condition) {
        return database_.database().read([&](Sql& sql) {
            return sql.selectOne("SELECT COUNT(*) FROM objects WHERE slug LIKE 'due-%' AND " + condition)
                ->at(0)
                .integer();
        });
    }
    /// Drafts that wait for tomorrow.
    static void makeWaiting(int port, const std::string& writeKey) {
        const std::int64_t tomorrowMs =
            std::chrono::duration_cast<std::chrono::milliseconds>(
                (std::chrono::system_clock::now() + std::chrono::hours(24)).time_since_epoch())
                .count();
        std::vector<std::thread> writers;
        for (int w = 0; w < 4; ++w) {
            writers.emplace_back([&, w] {
                for (int i = w; i < kObjects; i += 4) {
                    const std::string name = "due-" + std::to_string(i);
                    const JsonObject body{
                        {"type", "pages"}, {"title", name}, {"slug", name}, {"publish_at", tomorrowMs}};
                    const Reply reply =
                        sendRequest(port, "POST", "/v2/buckets/demo/objects", {bearer(writeKey)}, writeJson(body));
                    EXPECT_EQ(reply.status, 200) << reply.body;
                }
            });
        }
        for (std::thread& writer : writers) writer.join();
    }
    /// The time comes while nobody can look, so that both servers begin at once.
    void letTheTimeCome() {
        PrivateMariaDb::instance().run("USE " + one_.database() +
                                       "; LOCK TABLES objects WRITE;"
                                       " UPDATE objects SET publish_at = 1 WHERE publish_at IS NOT NULL;"
                                       " DO SLEEP(2.5); UNLOCK TABLES;");
    }

    const Installation one_{Engine::Mysql};
    const Installation two_{Engine::Mysql, one_.database()};
    PluginFixture database_{
        "database_mysql",
        {{"socket", PrivateMariaDb::instance().socket()}, {"user", "root"}, {"database", one_.database()}}};
};

TEST_F(Publication, ComesOnceForEachObjectAlthoughOneOfTwoServersIsKilled) {
    auto doomed = one_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
    ASSERT_TRUE(doomed->waitForOut("Try it"));
    const std::string mark = "write key      ";
    const std::string output = doomed->out();
    makeWaiting(Installation::portOf(*doomed), output.substr(output.find(mark) + mark.size(), 50));
    const auto survivor = two_.serve();
    ASSERT_EQ(count("status = 'draft'"), kObjects);

    letTheTimeCome();
    ASSERT_TRUE(eventually([&] { return count("status = 'published'") > 0; }));
    doomed->send(SIGKILL);
    doomed->wait();
    ASSERT_TRUE(eventually([&] { return count("status = 'published'") == kObjects; }));
    EXPECT_EQ(count("version = 2 AND publish_at IS NULL"), kObjects);
    const auto edits = database_.database().read([&](Sql& sql) {
        return sql.select(
            "SELECT c.resource_id FROM changes c JOIN objects o ON o.id = c.resource_id WHERE o.slug LIKE 'due-%' AND "
            "c.kind = 'object' AND c.action = 'edited'");
    });
    std::set<std::string> ids;
    for (const SqlRow& row : edits) EXPECT_TRUE(ids.insert(row[0].text()).second) << row[0].text() << " twice";
    EXPECT_EQ(ids.size(), static_cast<std::size_t>(kObjects));
}

}  // namespace
}  // namespace inkwell::test
