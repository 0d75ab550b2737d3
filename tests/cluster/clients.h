#pragma once

#include <atomic>
#include <random>
#include <string>

#include "inkwell/json.h"
#include "tests/cluster/records.h"
#include "tests/support/http_client.h"

namespace inkwell::test {

/// Where and as whom clients write.
struct Door {
    int port = 0, uploadPort = 0;  // of the proxy
    std::string token, readKey;
};

/// The bucket of the trial.
inline const std::string kBucketPath = "/v2/buckets/trial";

/// One client, which keeps to the contract (interface/errors-and-limits.md, "Repeating a POST"): it sends a POST with
/// an Idempotency-Key and an edit with If-Match, and repeats what was not answered. Some creations it neither marks nor
/// repeats, to see what a refusal says. One thread.
class Client {
public:
    Client(const Door& door, Records& records, int number, const std::atomic<bool>& isOver);

    /// Until `isOver`.
    void run();

private:
    /// Of one request, or of its repetitions.
    enum class Outcome { Done, Refused, Unknown };

    Outcome send(const std::string& method, const std::string& path, const Headers& headers, const Json& body);
    Outcome classify(const std::string& what);
    /// Until it is done or refused, or a minute is over.
    Outcome insist(const std::string& method, const std::string& path, const Headers& headers, const Json& body);

    void create();
    void createPlainly();
    void createWithSlugOfAll();
    void createScheduled();
    void edit();
    bool tryEdit(Written& object, int value, bool announces, std::string& version);
    void remove();
    void upload();
    Json bodyOf(const std::string& title, int value) const;
    /// Before something is repeated.
    void pauseBriefly();
    std::string nextTitle(const char* kind);
    Written* pick();

    const Door door_;
    Records& records_;
    const int number_;
    const std::atomic<bool>& isOver_;
    std::minstd_rand random_;
    int made_ = 0;
    int values_ = 0;
    Reply reply_;
    std::vector<Written> own_;
    std::map<std::string, std::string> versions_;  // id -> version
};

/// The value of the metafield `name` of an object, -1 without one.
int valueOf(const JsonObject& object, const std::string& name);

/// `{"Idempotency-Key", key}` and the like with the credential.
Headers headersOf(const std::string& token, const Headers& more = {});

}  // namespace inkwell::test
