#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/switching/client.h"

namespace inkwell::test {

/// Clients of one bucket that read, write, upload and listen while plugins are switched.
class Load {
public:
    /// Begins at once. Keeps the references.
    Load(TestServer& api, const Board& board);
    ~Load();  // stops

    /// Waits for what is under way. Idempotent.
    void stop();
    /// Waits until somebody got a good answer to that, or something went wrong.
    void await(const std::string& what) const;
    const Tally& tally() const { return tally_; }

private:
    void run(int port, void (Load::*round)(Client&));
    void readContent(Client& client);
    void readMedia(Client& client);
    void write(Client& client);
    void upload(Client& client);
    void uploadInPieces(Client& client);
    void manage(Client& client);
    void listen(Client& client);
    void watch(Client& client);

    std::string path(const std::string& rest) const { return "/v2/buckets/" + bucket_.slug + rest; }
    std::string readPath(const std::string& rest) const;
    Headers writer(const Headers& more = {}) const;

    TestServer& api_;
    const Board& board_;
    Tally tally_;
    TestServer::Bucket bucket_;
    TestServer::User admin_;
    std::string objectId_;
    std::string mediaName_;
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
};

}  // namespace inkwell::test
