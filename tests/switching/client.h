#pragma once

#include <Poco/Net/HTTPClientSession.h>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "tests/support/test_server.h"
#include "tests/switching/board.h"

namespace inkwell::test {

/// What clients were answered. Any thread.
class Tally {
public:
    void count(const std::string& what);
    void fail(const std::string& text);

    std::map<std::string, int> counts() const;
    /// The first few.
    std::vector<std::string> failures() const;

private:
    mutable std::mutex mutex_;
    std::map<std::string, int> counts_;
    std::vector<std::string> failures_;
};

struct Asked {
    std::string what;         // in counts and failures
    std::string plugin = {};  // whose address it is; "" for one that stays on
    bool asUser = false;      // 503 while the plugin 'users' is off
    std::vector<int> good = {200};
};

/// One client with a connection that it keeps. It judges every answer at once: a plugin that was on all the time must
/// have answered well, one that was off with the documented 404, and where it was switched meanwhile, either. One
/// thread.
class Client {
public:
    Client(int port, const Board& board, Tally& tally);

    Reply get(const Asked& asked, const std::string& address, const Headers& headers = {});
    /// `parts` of the body go one after the other, with a pause between.
    Reply send(const Asked& asked, const std::string& method, const std::string& address, const Headers& headers,
               const std::vector<std::string>& parts);
    /// Reads a live body, over a connection of its own, until the server ends it, `pieces` came, or `stopping`.
    void listen(const Asked& asked, const std::string& address, int pieces, const std::atomic<bool>& stopping);

private:
    Reply exchange(const std::string& method, const std::string& address, const Headers& headers,
                   const std::vector<std::string>& parts);
    void judge(const Asked& asked, const Reply& reply, Board::State state, Board::State users);

    const int port_;
    const Board& board_;
    Tally& tally_;
    Poco::Net::HTTPClientSession session_;
};

}  // namespace inkwell::test
