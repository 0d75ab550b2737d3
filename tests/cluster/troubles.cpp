#include "tests/cluster/troubles.h"

#include <signal.h>

#include <thread>

namespace inkwell::test {

namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr milliseconds kDead{1500};  // until it is started again
constexpr milliseconds kFrozen{5000};
constexpr milliseconds kCut{7000};       // longer than the nodes wait for each other
constexpr milliseconds kSettling{1500};  // after which a time counts as calm
constexpr milliseconds kBetween{2500};

void pass(milliseconds time) { std::this_thread::sleep_for(time); }

std::string text(int number) { return std::to_string(number); }

}  // namespace

void Troubles::begin(const std::string& what) {
    isCalm_ = false;
    what_ = what;
    began_ = SteadyClock::now();
}

void Troubles::end() {
    for (int node = 0; node < Galera::kNodes; ++node)
        if (!galera_.waitUntilReady(node)) records_.fault(what_ + ": node " + text(node) + " is not ready again");
    for (int server = 0; server < Site::kServers; ++server)
        if (!site_.waitUntilServing(server))
            records_.fault(what_ + ": server " + text(server) + " does not serve again: " + site_.log(server));
    const auto time = std::chrono::duration_cast<milliseconds>(SteadyClock::now() - began_);
    records_.trouble(what_ + ": all well after " + text(static_cast<int>(time.count())) + " ms");
    calm(kBetween);
}

void Troubles::calm(milliseconds time) {
    pass(kSettling);
    isCalm_ = true;
    pass(time);
}

void Troubles::killServer(int server) {
    begin("kill -9 of server " + text(server));
    site_.signal(server, SIGKILL);
    site_.wait(server);
    pass(kDead);
    site_.start(server);
    end();
}

void Troubles::freezeServer(int server) {
    begin("freeze of server " + text(server));
    site_.signal(server, SIGSTOP);
    pass(kFrozen);
    site_.signal(server, SIGCONT);
    end();
}

void Troubles::restartServer(int server) {
    begin("restart of server " + text(server));
    site_.signal(server, SIGTERM);
    const int code = site_.wait(server);
    if (code != 0) records_.fault("server " + text(server) + " ended with " + text(code));
    site_.start(server);
    end();
}

void Troubles::killNode(int node) {
    begin("kill -9 of database node " + text(node));
    galera_.kill(node);
    pass(kDead);
    galera_.start(node);
    end();
}

void Troubles::freezeNode(int node) {
    begin("freeze of database node " + text(node));
    galera_.signal(node, SIGSTOP);
    pass(kFrozen);
    galera_.signal(node, SIGCONT);
    end();
}

void Troubles::isolateNode(int node) {
    if (!network_.canCut()) return;
    begin("isolation of database node " + text(node));
    for (int other = 0; other < Galera::kNodes; ++other)
        if (other != node) network_.cut(node, other);
    pass(kCut);
    for (int other = 0; other < Galera::kNodes; ++other)
        if (other != node) network_.heal(node, other);
    end();
}

void Troubles::cutLink(int a, int b) {
    if (!network_.canCut()) return;
    begin("cut between the database nodes " + text(a) + " and " + text(b));
    network_.cut(a, b);
    pass(kCut);
    network_.heal(a, b);
    end();
}

void Troubles::killBoth(int server, int node) {
    begin("kill -9 of server " + text(server) + " and database node " + text(node));
    galera_.kill(node);
    site_.signal(server, SIGKILL);
    site_.wait(server);
    pass(kDead);
    site_.start(server);
    galera_.start(node);
    end();
}

void Troubles::once() {
    calm(kBetween);
    killServer(0);
    killNode(1);
    isolateNode(0);
    freezeServer(2);
    freezeNode(2);
}

void Troubles::atRandom(SteadyClock::time_point deadline, unsigned seed) {
    std::minstd_rand random(seed);
    calm(kBetween);
    while (SteadyClock::now() < deadline) {
        const int one = static_cast<int>(random() % 3);
        const int other = (one + 1 + static_cast<int>(random() % 2)) % 3;
        switch (random() % 8) {
            case 0:
                killServer(one);
                break;
            case 1:
                freezeServer(one);
                break;
            case 2:
                restartServer(one);
                break;
            case 3:
                killNode(one);
                break;
            case 4:
                freezeNode(one);
                break;
            case 5:
                isolateNode(one);
                break;
            case 6:
                cutLink(one, other);
                break;
            default:
                killBoth(one, other);
        }
    }
}

}  // namespace inkwell::test
