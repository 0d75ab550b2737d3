#include "kernel/app/transfer.h"

#include "tests/removal/removal_fixture.h"
#include "tests/support/bucket_export.h"

namespace inkwell::test {
namespace {

class WithoutTransfer : public RemovalTest {};

TEST_F(WithoutTransfer, TheCommandsGoOnWorking) {
    startWithout({"transfer"});
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    expectOff(api().get(path("/export"), {bearer(admin.token)}), "transfer");
    expectOff(api().send("POST", path("/import"), admin.token, JsonObject{{"bucket", JsonObject()}}), "transfer");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    EXPECT_EQ(post("/objects", {{"type", "posts"}, {"title", "Live"}}).status, 200);
    const Json file = exportOf(api().server(), bucket().slug);
    EXPECT_EQ(file.at("bucket").at("objects").as_array().size(), 1U);
}

TEST_F(WithoutTransfer, WhatOtherPluginsKeepIsLeftOutOfAFile) {
    startWithout({"media", "images"});
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply file = api().get(path("/export"), {bearer(admin.token)});
    ASSERT_EQ(file.status, 200) << file.body;
    EXPECT_FALSE(file.json().at("bucket").as_object().contains("media"));
    const Json other{{"bucket", {{"media", JsonArray()}}}};
    EXPECT_EQ(refusalOf(api().send("POST", path("/import"), admin.token, other)),
              "400: the file cannot be imported: bucket.media: no enabled plugin imports this part of a bucket");
}

TEST_F(WithoutTransfer, AnImportNeedsNoStreams) {
    startWithout({"changes"});
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(api().send("POST", path("/import"), admin.token, JsonObject{{"bucket", JsonObject()}}).status, 200);
}

}  // namespace
}  // namespace inkwell::test
