#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace inkwell::test {

/// Stands between a server and MariaDB, on a free port of 127.0.0.1. When told so it lets the next COMMIT pass of a
/// connection that has sent a mark, waits for the answer and cuts the connection instead of handing that on: the commit
/// took place and its writer cannot know. Or it answers for the database as a node of a Galera cluster does that has
/// found another's write in the way, with a deadlock, or that has lost the others; and the transaction is rolled back.
/// Or it has the transaction rolled back while a statement is prepared, and says nothing, as a node may.
/// Any thread.
class CuttingProxy {
public:
    /// Throws std::runtime_error.
    explicit CuttingProxy(int databasePort);
    ~CuttingProxy();
    CuttingProxy(const CuttingProxy&) = delete;
    CuttingProxy& operator=(const CuttingProxy&) = delete;

    int port() const { return port_; }
    void cutCommitAfter(const std::string& mark);
    int cuts() const { return cuts_; }
    void refuseCommitAfter(const std::string& mark);
    void failCommitAfter(const std::string& mark);
    void rollBackWhilePreparing(const std::string& mark);
    int refusals() const { return refusals_; }

private:
    void accept();
    void serve(int client);
    void await(const std::string& mark, const std::string& answer);
    bool hasMark(const std::string& asked, std::string& answer);
    bool isToBeRolledBack(const std::string& asked);

    const int databasePort_;
    int listener_ = -1;
    int port_ = 0;
    std::atomic<bool> isEnding_{false};
    std::atomic<int> cuts_{0};
    std::atomic<int> refusals_{0};
    std::mutex mutex_;
    std::string mark_;    // "" for none
    std::string answer_;  // "" for a cut
    std::string preparedMark_;
    std::vector<std::thread> connections_;
    std::thread accepting_;
};

}  // namespace inkwell::test
