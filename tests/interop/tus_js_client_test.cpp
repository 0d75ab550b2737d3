// Resumable uploads as the npm package tus-js-client makes them (interface/media-and-images.md, "Resumable uploads").
#include <gtest/gtest.h>
#include <signal.h>

#include <thread>

#include "tests/interop/npm_packages.h"
#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kBytes = 3'000'001;

class TusJsClient : public testing::Test {
protected:
    void start() {
        server_ = installation_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
        if (!writeKey_.empty()) return;
        EXPECT_TRUE(server_->waitForOut("write key")) << server_->err();
        const std::string out = server_->out();
        const auto after = [&](const std::string& mark) { return out.substr(out.find(mark) + mark.size(), 50); };
        readKey_ = after("read key       ");
        writeKey_ = after("write key      ");
    }

    JsonObject run(const std::string& command, const std::string& path = "") {
        const std::string endpoint =
            "http://127.0.0.1:" + std::to_string(Installation::portOf(*server_)) + "/v2/buckets/demo/media/tus";
        std::vector<std::string> words = {
            "node", npmPackages() / "tus_client.mjs", command, endpoint, writeKey_, std::to_string(kBytes)};
        if (!path.empty()) words.push_back(path);
        const Finished finished = runProgram("/usr/bin/env", words);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return finished.code == 0 ? parseStoredJson(finished.out).as_object() : JsonObject{};
    }

    Reply ask(const std::string& method, const std::string& path) {
        return sendRequest(Installation::portOf(*server_), method, path,
                           {bearer(writeKey_), {"Tus-Resumable", "1.0.0"}});
    }

    void expectMedia(const std::string& id) {
        const Reply reply = ask("GET", "/v2/buckets/demo/media/" + id + "?read_key=" + readKey_);
        ASSERT_EQ(reply.status, 200) << reply.body;
        const JsonObject media = reply.object("media");
        EXPECT_EQ(media.at("size"), kBytes);
        EXPECT_EQ(media.at("original_name"), "große Datei.bin");
        EXPECT_EQ(media.at("metadata").at("alt"), "Ä");
        std::string bytes(kBytes, '\0');
        for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = static_cast<char>(n * 31 % 251);
        EXPECT_TRUE(ask("GET", "/v2/media-files/demo/" + std::string(textOf(media, "name"))).body == bytes);
    }

    Installation installation_{Engine::Sqlite};
    std::unique_ptr<ChildProcess> server_;
    std::string readKey_;
    std::string writeKey_;
};

TEST_F(TusJsClient, UploadsInPieces) {
    start();
    const JsonObject done = run("upload");
    expectMedia(std::string(textOf(done, "media")));
}

TEST_F(TusJsClient, UploadsWithoutPatch) {
    start();
    const JsonObject done = run("post");
    expectMedia(std::string(textOf(done, "media")));
}

TEST_F(TusJsClient, ResumesAfterTheServerWasKilled) {
    start();
    const std::string path(textOf(run("abort"), "path"));
    ASSERT_NE(path, "");
    server_->send(SIGKILL);
    server_->wait();
    start();
    const JsonObject done = run("resume", path);
    EXPECT_GE(done.at("begin").to_number<std::int64_t>(), kBytes / 2);
    expectMedia(std::string(textOf(done, "media")));
}

TEST_F(TusJsClient, TerminatesAnUpload) {
    start();
    const std::string path(textOf(run("terminate"), "path"));
    EXPECT_EQ(ask("GET", path).status, 404);
    EXPECT_TRUE(fs::is_empty(installation_.directory() + "/data/media-uploads"));
}

}  // namespace
}  // namespace inkwell::test
