// Clients that hold on to what they have, beside others that work.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/crowd.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

constexpr int kIdle = 1000;
constexpr int kSlow = 500;
constexpr int kDeaf = 100;
constexpr int kBusy = 16;
constexpr int kRounds = 50;
constexpr int kThreads = 64;

class Connections : public testing::Test {
protected:
    Connections() {
        allowOpenFiles(4096);
        installation_.setVariable("INKWELL_HTTP_THREADS", std::to_string(kThreads));
        installation_.setVariable("INKWELL_HTTP_KEEP_ALIVE_SECONDS", "600");
        installation_.setVariable("INKWELL_HTTP_RECEIVE_TIMEOUT_SECONDS", "2");
        server_ = installation_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
        if (!eventually([&] { return server_->out().find("\n\n  curl") != std::string::npos; })) {
            throw std::runtime_error("the demo was not told of: " + server_->out() + server_->err());
        }
        // Once: they are read from the server's log, which grows with every request.
        port_ = Installation::portOf(*server_);
        adminPort_ = Installation::adminPortOf(*server_);
        readKey_ = wordAfter("read key       ");
        writeKey_ = wordAfter("write key      ");
        page_ = create(R"({"type":"pages","title":"Read"})");
        largePage_ = create(R"({"type":"pages","title":"Large","content":")" + std::string(2'000'000, 'x') + "\"}");
    }

    int port() const { return port_; }
    std::string objects(const std::string& id = "") const {
        return "/v2/buckets/demo/objects" + id + "?read_key=" + readKey_;
    }
    static std::string get(const std::string& target, const std::string& headerLines = "") {
        return "GET " + target + " HTTP/1.1\r\nHost: test\r\n" + headerLines + "\r\n";
    }
    /// A POST whose body of `bytes` bytes nobody will ever see the end of.
    std::string post(const std::string& target, std::size_t bytes, const std::string& key) const {
        return "POST " + target +
               " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nAuthorization: Bearer " + key +
               "\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n" + std::string(bytes, ' ');
    }
    /// The sample of the main listener, or of the process.
    int metric(const std::string& name) const {
        const std::string page = sendRequest(adminPort_, "GET", "/metrics").body;
        const std::size_t at = ("\n" + page).find("\n" + name + " ");
        return at == std::string::npos ? -1 : std::stoi(page.substr(at + name.size() + 1));
    }
    static std::string ofMain(const std::string& name) { return "inkwell_http_" + name + "{listener=\"main\"}"; }
    /// Waits until the sample is `value`, while the crowd goes on.
    bool becomes(const std::string& name, int value, Crowd& crowd) const {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        while (std::chrono::steady_clock::now() < deadline) {
            if (metric(name) == value) return true;
            crowd.step();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return false;
    }
    /// One of those that read and write: every answer must be 200.
    void work(int client) {
        const std::string title = "Written by " + std::to_string(client);
        for (int i = 0; i < kRounds; ++i) {
            count(sendRequest(port(), "GET", objects("/" + page_) + (i % 2 == 0 ? "" : "&use_cache=false")));
            count(sendRequest(port(), "POST", objects(), {bearer(writeKey_)},
                              R"({"type":"pages","title":")" + title + "\"}"));
        }
    }

    std::atomic<int> answered_{0};
    std::atomic<int> failed_{0};
    std::string readKey_, writeKey_, page_, largePage_;

private:
    std::string wordAfter(const std::string& mark) const {
        const std::string out = server_->out();
        const std::size_t at = out.find(mark) + mark.size();
        return out.substr(at, out.find('\n', at) - at);
    }
    std::string create(const std::string& body) const {
        const Reply reply = sendRequest(port(), "POST", "/v2/buckets/demo/objects", {bearer(writeKey_)}, body);
        return std::string(reply.object("object").at("id").as_string());
    }
    void count(const Reply& reply) {
        ++answered_;
        if (reply.status == 200) return;
        ++failed_;
        ADD_FAILURE() << reply.status << " " << reply.body;
    }

    Installation installation_{Engine::Sqlite};
    std::unique_ptr<ChildProcess> server_;
    int port_ = 0;
    int adminPort_ = 0;
};

TEST_F(Connections, ThatAreIdleOrSlowLeaveTheOthersTheirService) {
    Crowd idle(port());
    ASSERT_TRUE(becomes(ofMain("connections"), 0, idle));
    idle.addIdle(kIdle, get("/health"));
    EXPECT_TRUE(becomes(ofMain("connections_served"), 0, idle)) << "an idle connection holds a thread";
    EXPECT_TRUE(becomes(ofMain("connections"), kIdle, idle));

    Crowd slow(port());
    const std::string create = "/v2/buckets/demo/objects";
    slow.addSlowSenders(kSlow / 2, {get(objects())});
    slow.addSlowSenders(kSlow / 2,
                        {post(create, 200, writeKey_), post(create, 60'000, writeKey_), post(create, 60'000, "wrong"),
                         post("/v2/authenticate", 200, "none"), post("/v2/authenticate", 60'000, "none")});
    // Closing, because the system may take so much of it that the server has nothing left to wait for.
    slow.addDeaf(kDeaf, get(objects("/" + largePage_), "Connection: close\r\n"));
    std::vector<std::thread> busy;
    for (int client = 0; client < kBusy; ++client) busy.emplace_back([this, client] { work(client); });
    EXPECT_TRUE(eventually(
        [&] {
            slow.step();
            slow.reopen();
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            return answered_ >= kBusy * kRounds * 2;
        },
        std::chrono::minutes(3)));
    for (std::thread& client : busy) client.join();
    EXPECT_EQ(failed_, 0);
    EXPECT_LE(metric(ofMain("threads")), kThreads);
    EXPECT_EQ(metric(ofMain("requests_refused_total")), 0);
    EXPECT_EQ(metric(ofMain("connections_dropped_total")), 0);

    EXPECT_TRUE(becomes(ofMain("connections"), kIdle, slow)) << "no deadline ends the slow ones";
    slow.step();
    EXPECT_GE(slow.closed(), std::size_t{kSlow});
    EXPECT_EQ(idle.askIdle(), kIdle);
}

}  // namespace
}  // namespace inkwell::test
