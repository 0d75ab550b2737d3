#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/support/bucket_calls.h"
#include "tests/support/error_text.h"

namespace inkwell::test {

/// One row of an endpoint's table: what is sent and what must come back. In `url`, `headers` and `body` the words
/// {bucket}, {read_key}, {write_key} and those a test adds are replaced.
struct ApiScenario {
    std::string name;
    std::string method = "GET";
    std::string url;
    std::string token = {};  // "" sends no Authorization; otherwise "{write_key}", "{admin}" ...
    std::string body = {};   // as sent
    int status = 200;
    std::vector<std::string> present = {};  // fragments of the answer
    std::vector<std::string> absent = {};
    /// What the change feed must get, by "kind.action"; {} means nothing may be stored.
    std::map<std::string, int> changes = {};
};

/// Every API test runs on both engines, against one server per engine and process, in a bucket of its own. What comes
/// from it by sendRequest is compared with GET /v2/openapi.json (openapi_check.h) and read twice (second_reader.h).
class ApiTest : public testing::TestWithParam<Engine>, protected BucketCalls {
protected:
    void SetUp() override;

    TestServer& api() override;
    void run(const std::vector<ApiScenario>& scenarios, std::map<std::string, std::string> words = {});
};

// What many routes say, as refusalOf has it.
inline constexpr const char* kNoReadKey =
    "401: a read key is needed: send the query parameter 'read_key' or the header 'X-Read-Key'";
inline constexpr const char* kNoWriteKey =
    "401: a write key is needed: send the header 'Authorization: Bearer <write key>'";
inline constexpr const char* kNoToken = "401: a user token is needed: send the header 'Authorization: Bearer <token>'";
inline constexpr const char* kNoUser =
    "403: this needs a user who has signed in: the header 'Authorization: Bearer <token>' holds a key or a token of "
    "the "
    "bucket";
inline constexpr const char* kBadToken = "401: the user token is not valid or has expired; sign in again";
inline constexpr const char* kNoPublishing =
    "403: your role in this bucket does not allow to publish, or to edit what is published";
inline constexpr const char* kNoSorting =
    "403: your role in this bucket does not allow to change the order of metafields";
inline constexpr const char* kBadSignIn = "401: the e-mail address or the password is wrong";
std::string noWriting(const std::string& objectType);
std::string badReadKey(const std::string& bucketSlug);
std::string badWriteKey(const std::string& bucketSlug);

/// A metafield with the four members that each has.
JsonObject field(const std::string& type, const std::string& key, boost::json::value_ref value,
                 const JsonObject& more = {});

#define INKWELL_ON_BOTH_ENGINES(Suite)                                                                     \
    INSTANTIATE_TEST_SUITE_P(Engines, Suite,                                                               \
                             testing::Values(inkwell::test::Engine::Sqlite, inkwell::test::Engine::Mysql), \
                             [](const auto& tested) { return inkwell::test::engineName(tested.param); })

}  // namespace inkwell::test
