// interface/errors-and-limits.md, "Repeating a POST": who repeats a request with its key until it is answered has made
// one object, whenever the server was killed.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

using std::chrono::milliseconds;

std::string wordAfter(const std::string& mark, const std::string& demoOutput) {
    return demoOutput.substr(demoOutput.find(mark) + mark.size(), 50);
}

class RepeatKill : public testing::TestWithParam<Engine> {
protected:
    static constexpr int kWriters = 6;
    static constexpr int kKills = 5;

    void start() {
        server_ = installation_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
        EXPECT_TRUE(server_->waitForOut("write key")) << server_->err();
        readKey_ = wordAfter("read key       ", server_->out());
        if (writeKey_.empty()) writeKey_ = wordAfter("write key      ", server_->out());
        port_ = Installation::portOf(*server_);
    }
    /// Repeats the request until it is answered; the id of the object, "" when time is up or the answer is no object.
    std::string make(const std::string& key) {
        const std::string body = R"({"type": "pages", "title": ")" + key + "\"}";
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (std::chrono::steady_clock::now() < end) {
            try {
                const Reply reply = sendRequest(port_, "POST", "/v2/buckets/demo/objects",
                                                {bearer(writeKey_), {"Idempotency-Key", key}}, body);
                if (reply.status == 200) return std::string(textOf(reply.object("object"), "id"));
                if (reply.status != 409 && reply.status != 503) {
                    ADD_FAILURE() << key << ": " << reply.status << " " << reply.body;
                    return "";
                }
            } catch (const std::exception&) {
                // It was killed: nobody knows what became of the request.
            }
            std::this_thread::sleep_for(milliseconds(5));
        }
        ADD_FAILURE() << key << " was not answered within a minute";
        return "";
    }
    void write(int writer) {
        for (int n = 0; !isOver_; ++n) {
            const std::string key = "once-" + std::to_string(writer) + "-" + std::to_string(n);
            const std::string id = make(key);
            if (id.empty()) return;
            const std::lock_guard lock(mutex_);
            made_[key] = id;
            ++answered_;
        }
    }
    /// Waits until so many more requests were answered.
    void waitForAnswers(int count) {
        const int enough = answered_ + count;
        EXPECT_TRUE(eventually([&] { return answered_ >= enough; })) << answered_;
    }
    /// The ids of the objects that have a key for their title.
    std::multimap<std::string, std::string> stored() {
        std::multimap<std::string, std::string> found;
        for (int skip = 0;; skip += 1000) {
            const Reply reply = sendRequest(port_, "GET",
                                            "/v2/buckets/demo/objects?status=any&props=id,title&limit=1000&skip=" +
                                                std::to_string(skip) + "&read_key=" + readKey_);
            EXPECT_EQ(reply.status, 200) << reply.body;
            const JsonArray objects = reply.array("objects");
            for (const Json& one : objects) {
                const std::string title(textOf(one.as_object(), "title"));
                if (title.starts_with("once-")) found.emplace(title, textOf(one.as_object(), "id"));
            }
            if (objects.size() < 1000) return found;
        }
    }

    Installation installation_{GetParam()};
    std::unique_ptr<ChildProcess> server_;
    std::string readKey_, writeKey_;
    std::atomic<int> port_{0};
    std::atomic<int> answered_{0};
    std::atomic<bool> isOver_{false};
    std::mutex mutex_;
    std::map<std::string, std::string> made_;  // key -> id
};

TEST_P(RepeatKill, AKeyMakesOneObjectHoweverOftenItsRequestIsRepeated) {
    const auto seed = static_cast<unsigned>(std::random_device()());
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    start();
    std::vector<std::thread> writers;
    for (int w = 0; w < kWriters; ++w) writers.emplace_back([this, w] { write(w); });
    for (int kill = 0; kill < kKills; ++kill) {
        waitForAnswers(5 + static_cast<int>(random() % 20));
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 5000));
        server_->send(SIGKILL);
        server_->wait();
        start();
    }
    waitForAnswers(kWriters);
    isOver_ = true;
    for (std::thread& writer : writers) writer.join();

    for (const auto& [key, id] : made_) EXPECT_EQ(make(key), id) << key << " again";
    const std::multimap<std::string, std::string> found = stored();
    EXPECT_EQ(found.size(), made_.size());
    for (const auto& [key, id] : made_) {
        ASSERT_EQ(found.count(key), 1U) << key;
        EXPECT_EQ(found.find(key)->second, id) << key;
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, RepeatKill, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
