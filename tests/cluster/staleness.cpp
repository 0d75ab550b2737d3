#include "tests/cluster/staleness.h"

#include <chrono>
#include <optional>
#include <thread>

namespace inkwell::test {

namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

std::optional<Reply> ask(int port, const std::string& method, const std::string& path, const Headers& headers = {},
                         const Json& body = nullptr) {
    try {
        return sendRequest(port, method, kBucketPath + path, headers, body.is_null() ? "" : writeJson(body));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

Json valueBody(int value) { return {{"metadata", {{"a", std::to_string(value)}, {"b", std::to_string(value)}}}}; }

std::string makeProbe(const Door& door) {
    const Json body{{"type", "posts"}, {"title", "probe"}, {"metadata", {{"a", "0"}, {"b", "0"}}}};
    const auto reply = ask(door.port, "POST", "/objects", headersOf(door.token), body);
    return reply && reply->status == 200 ? std::string(textOf(reply->object("object"), "id")) : "";
}

/// Whether the server at `port` shows it before the trial is over.
bool awaitValue(int port, const std::string& path, int value, const std::atomic<bool>& isOver) {
    while (!isOver) {
        const auto seen = ask(port, "GET", path);
        if (seen && seen->status == 200 && valueOf(seen->object("object"), "a") >= value) return true;
        std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
}

}  // namespace

void measureStaleness(const Site& site, const Door& door, Records& records, const std::atomic<bool>& isOver,
                      const std::atomic<bool>& isCalm) {
    const std::string id = makeProbe(door);
    const std::string path = "/objects/" + id + "?props=id,metadata&read_key=" + door.readKey;
    for (int value = 1; !isOver; ++value) {
        const int writer = value % Site::kServers;
        const int reader = (value + 1 + value / Site::kServers % 2) % Site::kServers;
        const bool wasCalm = isCalm;
        ask(site.port(reader), "GET", path);  // from now on it has the old one in memory
        const auto written = ask(site.port(writer), "PATCH", "/objects/" + id, headersOf(door.token), valueBody(value));
        if (written && written->status == 200) {
            const auto begin = SteadyClock::now();
            if (awaitValue(site.port(reader), path, value, isOver)) {
                const auto time = std::chrono::duration_cast<milliseconds>(SteadyClock::now() - begin);
                records.stale(time, wasCalm && isCalm);
            }
        }
        std::this_thread::sleep_for(milliseconds(100));
    }
}

}  // namespace inkwell::test
