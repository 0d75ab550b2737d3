// kill -9 at any instant loses nothing that was answered and leaves nothing half done.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class Kill : public testing::TestWithParam<Engine> {};

struct Keys {
    std::string read, write;
};

Keys keysOf(const std::string& demoOutput) {
    const auto after = [&](const std::string& mark) {
        const std::size_t at = demoOutput.find(mark) + mark.size();
        return demoOutput.substr(at, 50);
    };
    return {after("read key       "), after("write key      ")};
}

/// Creates objects with two metafields until the server is gone; returns the titles that were answered 200.
std::set<std::string> writeUntilKilled(int port, const Keys& keys, const std::string& prefix,
                                       std::atomic<int>& answered) {
    std::set<std::string> titles;
    for (int n = 0; n < 2000; ++n) {
        const std::string title = prefix + "-" + std::to_string(n);
        const std::string body = R"({"type": "pages", "title": ")" + title +
                                 R"(", "metafields": [{"type": "text", "title": "A", "key": "a", "value": ")" + title +
                                 R"("}, {"type": "text", "title": "B", "key": "b", "value": ")" + title + R"("}]})";
        try {
            const Reply reply = sendRequest(port, "POST", "/v2/buckets/demo/objects", {bearer(keys.write)}, body);
            if (reply.status != 200) continue;
        } catch (const std::exception&) {
            break;
        }
        titles.insert(title);
        ++answered;
    }
    return titles;
}

TEST_P(Kill, LosesNothingThatWasAnsweredAndLeavesNothingHalfWritten) {
    const Installation installation(GetParam());
    std::set<std::string> promised;
    Keys keys;
    for (int round = 0; round < 3; ++round) {
        auto server = installation.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
        ASSERT_TRUE(server->waitForErr("serving at"));
        EXPECT_TRUE(server->waitForOut("write key")) << server->err();
        keys = keysOf(server->out());
        const int port = Installation::portOf(*server);

        std::atomic<int> answered{0};
        std::mutex mutex;
        std::vector<std::thread> writers;
        for (int w = 0; w < 8; ++w) {
            writers.emplace_back([&, w] {
                const std::string prefix = "kill-" + std::to_string(round) + "-" + std::to_string(w);
                const std::set<std::string> titles = writeUntilKilled(port, keys, prefix, answered);
                const std::lock_guard lock(mutex);
                promised.insert(titles.begin(), titles.end());
            });
        }
        const int enough = 20 + 13 * round;
        EXPECT_TRUE(eventually([&] { return answered >= enough || !server->isRunning(); }));
        server->send(SIGKILL);
        for (std::thread& writer : writers) writer.join();
        server->wait();
    }
    ASSERT_GE(promised.size(), 60U);

    const auto server = installation.serve();
    std::set<std::string> found;
    for (int skip = 0;; skip += 1000) {
        const Reply reply =
            sendRequest(Installation::portOf(*server), "GET",
                        "/v2/buckets/demo/objects?limit=1000&skip=" + std::to_string(skip) + "&read_key=" + keys.read);
        ASSERT_EQ(reply.status, 200) << reply.body;
        const JsonArray objects = reply.array("objects");
        for (const Json& one : objects) {
            const std::string title(textOf(one.as_object(), "title"));
            if (!title.starts_with("kill-")) continue;
            EXPECT_TRUE(found.insert(title).second) << title << " twice";
            EXPECT_EQ(one.at("metadata").at("a"), Json(title));
            EXPECT_EQ(one.at("metadata").at("b"), Json(title));
        }
        if (objects.size() < 1000) break;
    }
    for (const std::string& title : promised)
        EXPECT_EQ(found.count(title), 1U) << title << " was answered 200 and is lost";
}

INSTANTIATE_TEST_SUITE_P(Engines, Kill, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
