#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutTrash : public RemovalTest {
protected:
    std::string makeObject() {
        EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
        return std::string(textOf(post("/objects", {{"type", "posts"}, {"title", "Live"}}).object("object"), "id"));
    }
    Reply send(const std::string& method, const std::string& rest, const Json& body = nullptr) {
        return api().send(method, path(rest), admin_, body);
    }

    std::string admin_;
};

TEST_F(WithoutTrash, DeletionsAreFinal) {
    startWithout({"trash"});
    admin_ = api().makeUser(bucket(), "admin").token;
    const std::string id = makeObject();
    EXPECT_EQ(send("DELETE", "/objects/" + id).status, 200);
    expectOff(send("GET", "/trash"), "trash");
    expectOff(send("POST", "/trash/" + id + "/restore"), "trash");
    EXPECT_EQ(get("/objects/" + id).status, 404);
}

TEST_F(WithoutTrash, ADeletionOfManyIsUndoneAllTheSame) {
    startWithout({"trash"});
    admin_ = api().makeUser(bucket(), "admin").token;
    const std::string id = makeObject();
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Old"}}).status, 200);
    const Reply done = send("POST", "/objects/bulk", {{"ids", JsonArray{Json(id)}}, {"action", "delete"}});
    EXPECT_EQ(done.json().at("changed"), 1) << done.body;
    const std::string undo(textOf(done.object("undo"), "id"));
    EXPECT_EQ(send("POST", "/objects/bulk/" + undo + "/undo", JsonObject()).json().at("changed"), 1);
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "Live");
    EXPECT_EQ(get("/objects/" + id + "/revisions").json().at("total"), 1);
}

TEST_F(WithoutTrash, WhatWasInItWaits) {
    startWithout({});
    admin_ = api().makeUser(bucket(), "admin").token;
    const std::string id = makeObject();
    EXPECT_EQ(send("DELETE", "/objects/" + id).status, 200);
    api().server().disablePlugin("trash");
    expectOff(send("GET", "/trash"), "trash");
    api().server().enablePlugin("trash");
    EXPECT_EQ(send("POST", "/trash/" + id + "/restore").status, 200);
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "Live");
}

TEST_F(WithoutTrash, ARecordDoesNotComeBackInPieces) {
    startWithout({});
    admin_ = api().makeUser(bucket(), "admin").token;
    const std::string id = makeObject();
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Old"}}).status, 200);
    EXPECT_EQ(send("DELETE", "/objects/" + id).status, 200);
    api().server().disablePlugin("revisions");
    EXPECT_EQ(
        refusalOf(send("POST", "/trash/" + id + "/restore")),
        "409: '" + id + "' cannot come back whole while the plugin of its part 'revisions' is off; switch it on first");
    EXPECT_EQ(get("/objects/" + id).status, 404);
    api().server().enablePlugin("revisions");
    EXPECT_EQ(send("POST", "/trash/" + id + "/restore").status, 200);
    EXPECT_EQ(get("/objects/" + id + "/revisions").json().at("total"), 1);
}

}  // namespace
}  // namespace inkwell::test
