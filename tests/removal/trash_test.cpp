#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutTrash : public RemovalTest {
protected:
    std::string makeObject() {
        EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
        return std::string(textOf(post("/objects", {{"type", "posts"}, {"title", "Live"}}).object("object"), "id"));
    }
};

TEST_F(WithoutTrash, DeletionsAreFinal) {
    startWithout({"trash"});
    const std::string id = makeObject();
    EXPECT_EQ(asAdmin("DELETE", "/objects/" + id).status, 200);
    expectOff(asAdmin("GET", "/trash"), "trash");
    expectOff(asAdmin("POST", "/trash/" + id + "/restore"), "trash");
    EXPECT_EQ(get("/objects/" + id).status, 404);
}

TEST_F(WithoutTrash, ADeletionOfManyIsUndoneAllTheSame) {
    startWithout({"trash"});
    const std::string id = makeObject();
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Old"}}).status, 200);
    const Reply done = asAdmin("POST", "/objects/bulk", {{"ids", JsonArray{Json(id)}}, {"action", "delete"}});
    EXPECT_EQ(done.json().at("changed"), 1) << done.body;
    const std::string undo(textOf(done.object("undo"), "id"));
    EXPECT_EQ(asAdmin("POST", "/objects/bulk/" + undo + "/undo", JsonObject()).json().at("changed"), 1);
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "Live");
    EXPECT_EQ(get("/objects/" + id + "/revisions").json().at("total"), 1);
}

TEST_F(WithoutTrash, WhatWasInItWaits) {
    startWithout({});
    const std::string id = makeObject();
    EXPECT_EQ(asAdmin("DELETE", "/objects/" + id).status, 200);
    api().server().disablePlugin("trash");
    expectOff(asAdmin("GET", "/trash"), "trash");
    api().server().enablePlugin("trash");
    EXPECT_EQ(asAdmin("POST", "/trash/" + id + "/restore").status, 200);
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "Live");
}

TEST_F(WithoutTrash, ARecordDoesNotComeBackInPieces) {
    startWithout({});
    const std::string id = makeObject();
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Old"}}).status, 200);
    EXPECT_EQ(asAdmin("DELETE", "/objects/" + id).status, 200);
    api().server().disablePlugin("revisions");
    EXPECT_EQ(
        refusalOf(asAdmin("POST", "/trash/" + id + "/restore")),
        "409: '" + id + "' cannot come back whole while the plugin of its part 'revisions' is off; switch it on first");
    EXPECT_EQ(get("/objects/" + id).status, 404);
    api().server().enablePlugin("revisions");
    EXPECT_EQ(asAdmin("POST", "/trash/" + id + "/restore").status, 200);
    EXPECT_EQ(get("/objects/" + id + "/revisions").json().at("total"), 1);
}

}  // namespace
}  // namespace inkwell::test
