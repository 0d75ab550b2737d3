#pragma once

#include <atomic>
#include <chrono>
#include <random>

#include "tests/cluster/records.h"
#include "tests/cluster/site.h"

namespace inkwell::test {

/// Kills, freezes and restarts servers and database nodes, and cuts links between these. Each of its functions returns
/// when all is well again, and records it as a fault when it does not become so. One thread, that of the network.
class Troubles {
public:
    Troubles(Network& network, Galera& galera, Site& site, Records& records, std::atomic<bool>& isCalm)
        : network_(network), galera_(galera), site_(site), records_(records), isCalm_(isCalm) {}

    void killServer(int server);
    void freezeServer(int server);
    void restartServer(int server);
    void killNode(int node);
    void freezeNode(int node);
    /// Cuts it off from both others: those go on without it.
    void isolateNode(int node);
    /// The two still see the third one.
    void cutLink(int a, int b);
    /// A server and a database node at once.
    void killBoth(int server, int node);

    /// One of each.
    void once();
    /// One after the other at random until `deadline`.
    void atRandom(std::chrono::steady_clock::time_point deadline, unsigned seed);

private:
    void begin(const std::string& what);
    void end();
    void calm(std::chrono::milliseconds time);

    Network& network_;
    Galera& galera_;
    Site& site_;
    Records& records_;
    std::atomic<bool>& isCalm_;
    std::chrono::steady_clock::time_point began_;
    std::string what_;
};

}  // namespace inkwell::test
