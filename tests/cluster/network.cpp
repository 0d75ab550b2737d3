#include "tests/cluster/network.h"

#include <sched.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "tests/support/eventually.h"

namespace inkwell::test {

namespace {

// Of the kind that is free for private use.
std::string addressOf(int node) { return "10.99.0." + std::to_string(node + 1); }
constexpr const char* kTest = "10.99.0.9";

std::string linkName(int from, int to) { return "link" + std::to_string(from) + std::to_string(to); }
std::string testLink(int node) { return "node" + std::to_string(node); }

bool shell(const std::string& commands) {
    return runProgram("/bin/sh", {"-c", "set -e; PATH=$PATH:/usr/sbin:/sbin; { " + commands + "; } >/dev/null 2>&1"})
               .code == 0;
}

std::string networkOf(pid_t pid) {
    std::error_code none;
    return std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/ns/net", none).string();
}

std::string routeOf(int from, int to) {
    return "ip route replace " + addressOf(to) + "/32 dev " + linkName(from, to) + " src " + addressOf(from);
}

}  // namespace

Network::Network() {
    if (::unshare(CLONE_NEWNET) != 0) return;
    if (!shell("ip link set lo up; ip addr add " + std::string(kTest) + "/32 dev lo"))
        throw std::runtime_error("the network of the test cannot be set up: is the package iproute2 installed?");
    const std::string own = networkOf(::gettid());
    for (int node = 0; node < kNodes; ++node) {
        places_.push_back(startBound({"unshare", "--net", "sleep", "infinity"}));
        const pid_t pid = places_.back()->pid();
        if (!eventually([&] { return !networkOf(pid).empty() && networkOf(pid) != own; }))
            throw std::runtime_error("a place for a database node has no network of its own");
        const std::string link = testLink(node);
        if (!shell("ip link add " + link + " type veth peer name test netns " + std::to_string(pid) + "; ip link set " +
                   link + " up; ip route add " + addressOf(node) + "/32 dev " + link + " src " + kTest)) {
            places_.clear();  // of a system without such devices
            return;
        }
        inPlace(node, "ip link set lo up; ip addr add " + addressOf(node) + "/32 dev lo; ip link set test up; " +
                          "ip route add " + kTest + "/32 dev test src " + addressOf(node));
    }
    for (int a = 0; a < kNodes; ++a)
        for (int b = a + 1; b < kNodes; ++b) join(a, b);
}

void Network::inPlace(int node, const std::string& commands) const {
    const std::string place = "nsenter --net=/proc/" + std::to_string(places_[static_cast<std::size_t>(node)]->pid()) +
                              "/ns/net sh -c '" + commands + "'";
    if (!shell(place)) throw std::runtime_error("the network of a database node cannot be set: " + commands);
}

void Network::join(int a, int b) {
    const auto pid = [&](int node) { return std::to_string(places_[static_cast<std::size_t>(node)]->pid()); };
    inPlace(a, "ip link add " + linkName(a, b) + " type veth peer name " + linkName(b, a) + " netns " + pid(b));
    heal(a, b);
}

std::string Network::hostOf(int node) const { return canCut() ? addressOf(node) : "127.0.0.1"; }

std::vector<std::string> Network::runAt(int node) const {
    if (!canCut()) return {};
    return {"nsenter", "--net=/proc/" + std::to_string(places_[static_cast<std::size_t>(node)]->pid()) + "/ns/net"};
}

void Network::cut(int a, int b) {
    inPlace(a, "ip link set " + linkName(a, b) + " down");
    inPlace(b, "ip link set " + linkName(b, a) + " down");
}

void Network::heal(int a, int b) {
    inPlace(a, "ip link set " + linkName(a, b) + " up");
    inPlace(b, "ip link set " + linkName(b, a) + " up");
    inPlace(a, routeOf(a, b));
    inPlace(b, routeOf(b, a));
}

}  // namespace inkwell::test
