#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tests/support/test_server.h"

namespace inkwell::test {

/// What a suite asks for in the bucket that it works in.
class BucketCalls {
protected:
    BucketCalls() = default;
    ~BucketCalls() = default;
    BucketCalls(const BucketCalls&) = delete;
    BucketCalls& operator=(const BucketCalls&) = delete;

    virtual TestServer& api() = 0;
    /// Makes the bucket, before anything else here is called.
    void makeBucket();
    const TestServer::Bucket& bucket() const { return bucket_; }
    /// An admin of the bucket, made when first asked for, on one thread; the change feed tells of it then.
    const TestServer::User& admin();

    /// "/v2/buckets/<slug>" + rest, with the read key added for reads by `get`.
    std::string path(const std::string& rest) const;
    Reply get(const std::string& rest);
    Reply post(const std::string& rest, const Json& body);
    Reply patch(const std::string& rest, const Json& body);
    Reply del(const std::string& rest);
    Reply asAdmin(const std::string& method, const std::string& rest, const Json& body = nullptr);

    /// Fails with the answer when it is not 200; returns its member `name`.
    static JsonObject made(const Reply& reply, std::string_view name);
    JsonObject makeType(const std::string& slug, const JsonArray& metafields = {}, const JsonObject& more = {});
    JsonObject makeObject(const std::string& type, const std::string& title, const JsonObject& more = {});
    /// The id of an object that it makes.
    std::string makeId(const std::string& type, const std::string& title, const JsonObject& more = {});

private:
    TestServer::Bucket bucket_;
    std::optional<TestServer::User> admin_;
};

}  // namespace inkwell::test
