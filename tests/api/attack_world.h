#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel/snapshot/router.h"
#include "tests/support/test_server.h"

namespace inkwell::test {

/// A bucket with one of everything in it, so that whoever gets past a lock finds something to break, and the addresses
/// of all routes that the server has, new ones included. One thread.
class AttackWorld {
public:
    explicit AttackWorld(TestServer& server);

    struct Target {
        const kernel::Route* route;
        std::string method, url;

        std::string name() const { return method + " " + route->path; }
        bool isOfABucket() const { return route->path.find("{bucket_slug}") != std::string::npos; }
    };
    const std::vector<Target>& targets() const { return targets_; }
    std::string urlOf(const std::string& path) const;

    TestServer::Bucket bucket, other;
    TestServer::User admin, editor, stranger;
    TestServer::User adminOfOther;  // without a role in `bucket`; `admin` has that role in both
    std::string objectOfOther;

    /// A body that the route takes, or "" when it takes none that is JSON.
    static std::string bodyOf(const Target& target);

    /// What an attack may not change: the rows of every table and the end of the change feed.
    std::map<std::string, std::int64_t> state() const;

private:
    void fill();
    std::string make(const std::string& rest, const JsonObject& body, const std::string& name, const std::string& token,
                     const TestServer::Bucket& where);

    TestServer& server_;
    std::shared_ptr<const kernel::Snapshot> snapshot_;
    std::map<std::string, std::string> values_;  // "objects/{id}" -> id: by the segment before the placeholder
    std::vector<Target> targets_;
};

/// Spellings of a secret that are not it: "changed case", "with a blank behind" ...
std::vector<std::pair<std::string, std::string>> mangled(const std::string& secret);

}  // namespace inkwell::test
