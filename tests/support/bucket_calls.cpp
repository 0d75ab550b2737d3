#include "tests/support/bucket_calls.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace inkwell::test {

void BucketCalls::makeBucket() {
    bucket_ = api().makeBucket();
    admin_.reset();
}

const TestServer::User& BucketCalls::admin() {
    if (!admin_) admin_ = api().makeUser(bucket_, "admin");
    return *admin_;
}

std::string BucketCalls::path(const std::string& rest) const { return "/v2/buckets/" + bucket_.slug + rest; }

Reply BucketCalls::get(const std::string& rest) {
    const char joint = rest.find('?') == std::string::npos ? '?' : '&';
    return api().get(path(rest) + joint + "read_key=" + bucket_.readKey);
}
Reply BucketCalls::post(const std::string& rest, const Json& body) {
    return api().send("POST", path(rest), bucket_.writeKey, body);
}
Reply BucketCalls::patch(const std::string& rest, const Json& body) {
    return api().send("PATCH", path(rest), bucket_.writeKey, body);
}
Reply BucketCalls::del(const std::string& rest) { return api().send("DELETE", path(rest), bucket_.writeKey, nullptr); }
Reply BucketCalls::asAdmin(const std::string& method, const std::string& rest, const Json& body) {
    return api().send(method, path(rest), admin().token, body);
}

JsonObject BucketCalls::made(const Reply& reply, std::string_view name) {
    EXPECT_EQ(reply.status, 200) << reply.body;
    if (reply.status != 200) throw std::runtime_error("the answer was not 200: " + reply.body);
    return reply.object(name);
}

JsonObject BucketCalls::makeType(const std::string& slug, const JsonArray& metafields, const JsonObject& more) {
    JsonObject body{{"title", slug}, {"slug", slug}, {"singular", slug}, {"metafields", metafields}};
    for (const auto& member : more) body[member.key()] = member.value();
    return made(post("/object-types", body), "object_type");
}

JsonObject BucketCalls::makeObject(const std::string& type, const std::string& title, const JsonObject& more) {
    JsonObject body{{"type", type}, {"title", title}};
    for (const auto& member : more) body[member.key()] = member.value();
    return made(post("/objects", body), "object");
}

std::string BucketCalls::makeId(const std::string& type, const std::string& title, const JsonObject& more) {
    return std::string(textOf(makeObject(type, title, more), "id"));
}

}  // namespace inkwell::test
