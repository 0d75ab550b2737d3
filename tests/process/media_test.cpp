// The issue's promises about uploads that only a process of its own can show: kill -9 at any instant, and memory.
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

using std::chrono::milliseconds;

struct Keys {
    std::string read, write;
};

Keys keysOf(ChildProcess& server) {
    EXPECT_TRUE(server.waitForOut("write key")) << server.err();
    const std::string out = server.out();
    const auto after = [&](const std::string& mark) { return out.substr(out.find(mark) + mark.size(), 50); };
    return {after("read key       "), after("write key      ")};
}

std::vector<std::string> demo() { return {"--demo", INKWELL_SOURCE_DIR "/share/demo"}; }

std::string formHead(const std::string& name) {
    return "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name + "\"\r\n\r\n";
}
const std::string kFormEnd = "\r\n--limit--\r\n";
const std::pair<std::string, std::string> kFormType{"Content-Type", "multipart/form-data; boundary=limit"};

// The n-th file: size and bytes follow from n.
std::string bytesOf(int n) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::string bytes(random() % (n % 3 == 0 ? 2'000'000 : 20'000), '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    return bytes;
}

// What the records name in the store 'disk'.
std::set<std::string> keysIn(const JsonArray& records) {
    std::set<std::string> keys;
    for (const Json& record : records) {
        const std::string location(textOf(record.as_object(), "location"));
        keys.insert(location.substr(location.find(':') + 1));
    }
    return keys;
}

class KilledUpload : public testing::TestWithParam<Engine> {
protected:
    KilledUpload() : installation_(GetParam()) {
        std::ofstream(installation_.directory() + "/config/plugins.d/media.json")
            << R"({"lease_seconds": 2, "sweep_seconds": 1, "unfinished_seconds": 2})";
    }

    // Both return the id of the record, or "".
    std::string uploadByForm(int port, int n) const {
        const std::string body = formHead(std::to_string(n) + ".bin") + bytesOf(n) + kFormEnd;
        const Reply reply = sendRequest(port, "POST", "/v2/buckets/demo/media", {bearer(keys_.write), kFormType}, body);
        return reply.status == 200 ? std::string(textOf(reply.object("media"), "id")) : "";
    }
    std::string uploadByTus(int port, int n) const {
        const std::string bytes = bytesOf(n);
        const Reply reply = sendRequest(port, "POST", "/v2/buckets/demo/media/tus",
                                        {bearer(keys_.write),
                                         {"Tus-Resumable", "1.0.0"},
                                         {"Content-Type", "application/offset+octet-stream"},
                                         {"Upload-Length", std::to_string(bytes.size())},
                                         {"Upload-Metadata", "filename " + toBase64(std::to_string(n) + ".bin")}},
                                        bytes);
        return reply.status == 201 ? reply.headers.at("inkwell-media-id") : "";
    }

    // Uploads until the server is gone; notes what was answered with a record.
    void uploadUntilKilled(int port, int first) {
        for (int n = first;; ++n) {
            try {
                const std::string id = n % 2 == 0 ? uploadByForm(port, n) : uploadByTus(port, n);
                if (id.empty()) continue;
                const std::lock_guard lock(mutex_);
                promised_[n] = id;
                ++answered_;
            } catch (const std::exception&) {
                return;
            }
        }
    }

    std::set<std::string> filesInStore() const {
        std::set<std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(installation_.directory() + "/data/media"))
            if (entry.is_regular_file()) files.insert(entry.path().filename().string());
        return files;
    }
    JsonArray records(int port) const {
        const Reply list = sendRequest(port, "GET", "/v2/buckets/demo/media?read_key=" + keys_.read);
        EXPECT_EQ(list.status, 200) << list.body;
        return list.array("media");
    }

    Installation installation_;
    Keys keys_;
    std::mutex mutex_;
    std::map<int, std::string> promised_;  // number -> id of the record
    std::atomic<int> answered_{0};
};

TEST_P(KilledUpload, LeavesNoRecordWithoutItsFileAndNoFileWithoutARecord) {
    std::mt19937 random(4711);
    for (int round = 0; round < 6; ++round) {
        const auto server = installation_.serve(demo());
        if (round == 0) keys_ = keysOf(*server);
        const int port = Installation::portOf(*server);
        const int enough = answered_ + 2;
        std::vector<std::thread> clients;
        for (int c = 0; c < 3; ++c)
            clients.emplace_back([&, c] { uploadUntilKilled(port, round * 30'000 + c * 10'000); });
        EXPECT_TRUE(eventually([&] { return answered_ >= enough || !server->isRunning(); }));
        std::this_thread::sleep_for(milliseconds(random() % 150));
        server->send(SIGKILL);
        for (std::thread& client : clients) client.join();
        server->wait();
    }

    const auto server = installation_.serve();
    const int port = Installation::portOf(*server);
    JsonArray all;
    // Complete uploads become media meanwhile.
    EXPECT_TRUE(eventually([&] {
        all = records(port);
        return filesInStore() == keysIn(all);
    })) << filesInStore().size()
        << " files, " << all.size() << " records";
    ASSERT_GT(all.size(), promised_.size());

    std::set<std::string> ids;
    for (const Json& one : all) {
        const JsonObject& record = one.as_object();
        const std::string name(textOf(record, "name"));
        ids.insert(std::string(textOf(record, "id")));
        const Reply file = sendRequest(port, "GET", "/v2/media-files/demo/" + name);
        ASSERT_EQ(file.status, 200) << name;
        const std::string original(textOf(record, "original_name"));
        if (std::isdigit(original.front()) == 0) continue;  // the demo's own
        EXPECT_TRUE(file.body == bytesOf(std::stoi(original))) << original;
    }
    for (const auto& [number, id] : promised_) EXPECT_EQ(ids.count(id), 1U) << number << " was answered and is lost";
}

INSTANTIATE_TEST_SUITE_P(Engines, KilledUpload, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

std::int64_t residentBytes(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/statm");
    std::int64_t total = 0;
    std::int64_t resident = 0;
    status >> total >> resident;
    return resident * 4096;
}

/// The most memory that a process had while the object lived.
class MemoryWatch {
public:
    explicit MemoryWatch(pid_t process)
        : thread_([this, process] {
              while (!done_) {
                  most_ = std::max(most_.load(), residentBytes(process));
                  std::this_thread::sleep_for(milliseconds(2));
              }
          }) {}
    std::int64_t end() {
        done_ = true;
        if (thread_.joinable()) thread_.join();
        return most_;
    }
    ~MemoryWatch() { end(); }

private:
    std::atomic<bool> done_{false};
    std::atomic<std::int64_t> most_{0};
    std::thread thread_;
};

constexpr std::int64_t kPieceBytes = 1024 * 1024;

// The file is made as it is sent. Returns its address.
std::string uploadLarge(int port, const Keys& keys, std::int64_t pieces) {
    const std::string head = formHead("large.bin");
    Poco::Net::HTTPClientSession session("127.0.0.1", static_cast<Poco::UInt16>(port));
    Poco::Net::HTTPRequest request("POST", "/v2/buckets/demo/media", Poco::Net::HTTPMessage::HTTP_1_1);
    request.set(bearer(keys.write).first, bearer(keys.write).second);
    request.set(kFormType.first, kFormType.second);
    request.setContentLength64(static_cast<Poco::Int64>(head.size() + kFormEnd.size()) + pieces * kPieceBytes);
    std::ostream& body = session.sendRequest(request);
    body << head;
    std::string piece(kPieceBytes, 'x');
    for (std::int64_t n = 0; n < pieces; ++n) body.write(piece.data(), kPieceBytes);
    body << kFormEnd << std::flush;
    Poco::Net::HTTPResponse response;
    const std::string text(std::istreambuf_iterator<char>(session.receiveResponse(response)), {});
    if (response.getStatus() != 200) throw std::runtime_error("the upload was answered " + text);
    return "/v2/media-files/demo/" + std::string(textOf(parseJson(text).at("media").as_object(), "name"));
}

std::int64_t downloadLarge(int port, const std::string& address) {
    Poco::Net::HTTPClientSession session("127.0.0.1", static_cast<Poco::UInt16>(port));
    Poco::Net::HTTPRequest request("GET", address, Poco::Net::HTTPMessage::HTTP_1_1);
    session.sendRequest(request);
    Poco::Net::HTTPResponse response;
    std::istream& body = session.receiveResponse(response);
    std::string piece(kPieceBytes, '\0');
    std::int64_t received = 0;
    while (body.read(piece.data(), kPieceBytes) || body.gcount() > 0) received += body.gcount();
    return received;
}

// INKWELL_LARGE_UPLOAD_MB asks for another size; 900 is the limit of an upload.
TEST(LargeUpload, NeedsNoMoreMemoryThanASmallOne) {
    const char* asked = std::getenv("INKWELL_LARGE_UPLOAD_MB");
    const std::int64_t pieces = asked != nullptr ? std::stoll(asked) : 100;
    const Installation installation(Engine::Sqlite);
    const auto server = installation.serve(demo());
    const Keys keys = keysOf(*server);
    const int port = Installation::portOf(*server);
    downloadLarge(port, uploadLarge(port, keys, 1));
    const std::int64_t before = residentBytes(server->pid());
    MemoryWatch watch(server->pid());
    const std::string address = uploadLarge(port, keys, pieces);
    EXPECT_EQ(downloadLarge(port, address), pieces * kPieceBytes);
    constexpr std::int64_t kAllowed = 32 * 1024 * 1024;
    EXPECT_LT(watch.end() - before, kAllowed);
}

}  // namespace
}  // namespace inkwell::test
