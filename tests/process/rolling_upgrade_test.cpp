// Two versions of the server on one database, while clients write through both. `./dev rolling REVISION` names the
// older one; otherwise both are this one.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"
#include "tests/support/invitation.h"

namespace inkwell::test {
namespace {

constexpr int kWriters = 4;
constexpr const char* kPath = "/v2/buckets/trial/objects";

std::string previousProgram() {
    const char* const given = std::getenv("PREVIOUS_SERVER");
    return given == nullptr ? INKWELL_BINARY : given;
}

/// The ports of the servers that serve now.
class Ports {
public:
    void set(std::vector<int> ports) {
        const std::lock_guard lock(mutex_);
        ports_ = std::move(ports);
    }
    int at(std::size_t i) const {
        const std::lock_guard lock(mutex_);
        return ports_[i % ports_.size()];
    }

private:
    mutable std::mutex mutex_;
    std::vector<int> ports_;
};

/// Creates objects at one server and renames each at the next; knows what was answered with success.
class Writer {
public:
    Writer(const Ports& ports, std::string token, int number)
        : ports_(ports), token_(std::move(token)), number_(number), thread_([this] { run(); }) {}
    void stop() {
        goesOn_ = false;
        thread_.join();
    }
    std::size_t written() const {
        const std::lock_guard lock(mutex_);
        return titles_.size();
    }
    const std::map<std::string, std::string>& titles() const { return titles_; }
    const std::vector<std::string>& failures() const { return failures_; }

private:
    void run() {
        for (std::size_t i = 0; goesOn_; ++i) {
            const std::string name = std::to_string(number_) + "-" + std::to_string(i);
            const std::optional<Reply> made = write(i, "POST", kPath, {{"type", "pages"}, {"title", "first " + name}});
            if (!made) continue;
            const JsonObject object = made->object("object");
            const std::string id(textOf(object, "id"));
            const std::string title = "second " + name;
            const std::string path = kPath + ("/" + id);
            if (!write(i + 1, "PATCH", path, {{"title", title}, {"metafields", textField("text of " + name)}}))
                continue;
            const std::lock_guard lock(mutex_);
            titles_[id] = title;
        }
    }
    static JsonArray textField(const std::string& value) {
        return {JsonObject{{"type", "text"}, {"title", "Text"}, {"key", "text"}, {"value", value}}};
    }
    std::optional<Reply> write(std::size_t at, const char* method, const std::string& path, const JsonObject& body) {
        Reply reply = sendRequest(ports_.at(at), method, path, {bearer(token_)}, writeJson(body));
        if (reply.status == 200) return reply;
        failures_.push_back(std::string(method) + " " + path + ": " + std::to_string(reply.status) + " " + reply.body);
        return std::nullopt;
    }

    const Ports& ports_;
    const std::string token_;
    const int number_;
    std::atomic<bool> goesOn_{true};
    mutable std::mutex mutex_;
    std::map<std::string, std::string> titles_;  // by id
    std::vector<std::string> failures_;
    std::thread thread_;
};

class RollingUpgrade : public testing::Test {
protected:
    RollingUpgrade() { old_.useProgram(previousProgram()); }

    /// An account, a bucket and a type, made with the older version.
    void prepare(int port) {
        const std::string added = old_.run({"user", "add", "--email", "ann@example.com", "--admin"}).out;
        token_ = acceptInvitation(port, "ann@example.com", added);
        const auto ask = [&](const std::string& path, const JsonObject& body) {
            const Reply reply = sendRequest(port, "POST", path, {bearer(token_)}, writeJson(body));
            EXPECT_EQ(reply.status, 200) << path << ": " << reply.body;
        };
        ask("/v2/buckets", {{"title", "Trial"}, {"slug", "trial"}});
        ask("/v2/buckets/trial/object-types", {{"title", "Pages"}, {"slug", "pages"}});
    }
    void startWriters() {
        for (int i = 0; i < kWriters; ++i) writers_.push_back(std::make_unique<Writer>(ports_, token_, i));
    }
    /// Returns when each writer has written some more.
    void waitForWrites() {
        for (const auto& writer : writers_) {
            const std::size_t before = writer->written();
            EXPECT_TRUE(eventually([&] { return writer->written() >= before + 5; }, std::chrono::seconds(60)));
        }
    }
    void stopWriters() {
        for (const auto& writer : writers_) {
            writer->stop();
            EXPECT_EQ(writer->failures(), std::vector<std::string>());
        }
    }
    std::string titleAt(int port, const std::string& id) const {
        const Reply reply = sendRequest(port, "GET", kPath + ("/" + id) + "?use_cache=false", {bearer(token_)});
        return reply.status == 200 ? std::string(textOf(reply.object("object"), "title")) : reply.body;
    }
    void expectAllAt(int port) const {
        for (const auto& writer : writers_) {
            for (const auto& [id, title] : writer->titles()) EXPECT_EQ(titleAt(port, id), title);
        }
    }

    Installation old_{Engine::Mysql};
    Installation new_{Engine::Mysql, old_.database()};
    Ports ports_;
    std::string token_;
    std::vector<std::unique_ptr<Writer>> writers_;
};

TEST_F(RollingUpgrade, LosesNoWriteAndRefusesNone) {
    auto before = old_.serve();
    const int oldPort = Installation::portOf(*before);
    ports_.set({oldPort});
    prepare(oldPort);
    startWriters();
    waitForWrites();

    const auto after = new_.serve();  // and migrates
    const int newPort = Installation::portOf(*after);
    ports_.set({oldPort, newPort});
    waitForWrites();

    ports_.set({newPort});
    waitForWrites();
    before->send(SIGTERM);
    EXPECT_EQ(before->wait(), 0) << before->err();
    waitForWrites();
    stopWriters();
    expectAllAt(newPort);
    EXPECT_EQ(after->err().find("error"), std::string::npos) << after->err();
}

TEST_F(RollingUpgrade, WhatEitherVersionWritesTheOtherShows) {
    const auto before = old_.serve();
    const auto after = new_.serve();
    const int oldPort = Installation::portOf(*before);
    const int newPort = Installation::portOf(*after);
    prepare(oldPort);
    ports_.set({oldPort, newPort});
    startWriters();
    waitForWrites();
    stopWriters();
    for (const int port : {oldPort, newPort}) expectAllAt(port);
}

}  // namespace
}  // namespace inkwell::test
