// What people have not saved (interface/drafts-and-revisions.md, "Autosave").
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class AutosaveApi : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        object_ = makeId("posts", "Stored");
        ann_ = api().makeUser(bucket(), "editor");
        ben_ = api().makeUser(bucket(), "editor");
    }
    Reply send(const std::string& method, const TestServer::User& user, const Json& body = nullptr) {
        return api().send(method, path("/objects/" + object_ + "/autosave"), user.token, body);
    }
    Reply sendIf(const std::string& ifMatch, const std::string& method, const TestServer::User& user,
                 const JsonObject& body = {}) {
        return sendRequest(api().port(), method, path("/objects/" + object_ + "/autosave"),
                           {bearer(user.token), {"If-Match", ifMatch}}, writeJson(body));
    }
    static std::string versionOf(const Reply& reply) {
        const std::string& tag = reply.headers.at("etag");
        return tag.substr(1, tag.find('-') - 1);
    }
    std::string changedTo(const std::string& version) const {
        return "412: autosave of object '" + object_ + "' has been changed since: it is at version " + version +
               " and If-Match names another; `current` is what it is now, where that may be read";
    }
    static JsonObject typed(const std::string& title) { return {{"object", {{"title", title}}}, {"version", 1}}; }
    /// The title that is kept, or the refusal.
    std::string kept(const TestServer::User& user) {
        const Reply reply = send("GET", user);
        if (reply.status != 200) return refusalOf(reply);
        return std::string(textOf(reply.object("autosave").at("object").as_object(), "title"));
    }
    std::string nothing() const { return "404: nothing unsaved of object '" + object_ + "' is kept for you"; }

    std::string object_;
    TestServer::User ann_, ben_;
};
INKWELL_ON_BOTH_ENGINES(AutosaveApi);

TEST_P(AutosaveApi, GoesOnWhereItsPersonLeftOff) {
    EXPECT_EQ(refusalOf(send("GET", ann_)), nothing());
    const JsonObject typed{{"title", "Half a sente"}, {"metafields", JsonArray{JsonObject{{"not", "checked 😀"}}}}};
    const std::int64_t before = api().lastChange();
    const Reply put = send("PUT", ann_, JsonObject{{"object", typed}, {"version", 7}});
    ASSERT_EQ(put.status, 200) << put.body;
    EXPECT_FALSE(put.object("autosave").contains("object"));
    const JsonObject kept = send("GET", ann_).object("autosave");
    EXPECT_EQ(kept.at("object"), typed);
    EXPECT_EQ(kept.at("version"), 7);
    EXPECT_EQ(kept.at("object_id"), Json(object_));
    EXPECT_EQ(refusalOf(send("GET", ben_)), nothing()) << "it is nobody else's";
    EXPECT_EQ(get("/objects/" + object_ + "?status=any").object("object").at("title"), "Stored");
    EXPECT_EQ(api().lastChange(), before) << "no change of anything";
    EXPECT_EQ(send("DELETE", ann_).status, 200);
    EXPECT_EQ(refusalOf(send("DELETE", ann_)), nothing());
}

TEST_P(AutosaveApi, IsListedForItsPersonTheNewestFirst) {
    const auto list = [&](const TestServer::User& user, const std::string& query = "") {
        return api().send("GET", path("/autosaves" + query), user.token, nullptr).json();
    };
    EXPECT_EQ(list(ann_), (JsonObject{{"autosaves", JsonArray()}, {"total", 0}}));
    const std::string first = object_;
    ASSERT_EQ(send("PUT", ann_, JsonObject{{"object", {{"title", "One"}}}, {"version", 1}}).status, 200);
    ASSERT_EQ(send("PUT", ben_, JsonObject{{"object", JsonObject{}}}).status, 200);
    object_ = makeId("posts", "Other");
    const JsonObject kept = send("PUT", ann_, JsonObject{{"object", {{"title", "Two"}}}}).object("autosave");
    const JsonObject all = list(ann_);
    ASSERT_EQ(all.at("total"), 2);
    EXPECT_EQ(all.at("autosaves").at(0), Json(kept)) << "without what was typed";
    EXPECT_EQ(all.at("autosaves").at(1).at("object_id"), Json(first));
    EXPECT_EQ(list(ann_, "?limit=1&skip=1").at("autosaves"), (JsonArray{all.at("autosaves").at(1)}));
    EXPECT_EQ(refusalOf(api().send("GET", path("/autosaves?limit=0"), ann_.token, nullptr)),
              "400: limit must be a whole number from 1 to 1000, not '0'");
    EXPECT_EQ(refusalOf(api().send("GET", path("/autosaves"), bucket().writeKey, nullptr)), kNoUser);
    ASSERT_EQ(del("/objects/" + first).status, 200);
    EXPECT_EQ(list(ann_).at("total"), 1) << "it goes with its object";
}

TEST_P(AutosaveApi, HoldsAsMuchAsAnObject) {
    const std::string text(900'000, 'x');
    ASSERT_EQ(send("PUT", ann_, JsonObject{{"object", {{"content", text}}}}).status, 200);
    EXPECT_EQ(send("GET", ann_).object("autosave").at("object").at("content"), Json(text));
    EXPECT_EQ(refusalOf(send("PUT", ann_, JsonObject{{"object", {{"content", std::string(1'048'576, 'x')}}}})),
              "413: object has 1048590 bytes as JSON; what is kept of one object may have 1048576");
}

TEST_P(AutosaveApi, GoesWithTheObject) {
    ASSERT_EQ(send("PUT", ann_, JsonObject{{"object", JsonObject{}}}).status, 200);
    ASSERT_EQ(api().count("autosave_items", bucket().id), 1);
    ASSERT_EQ(del("/objects/" + object_).status, 200);
    EXPECT_EQ(api().count("autosave_items", bucket().id), 0);
    EXPECT_EQ(refusalOf(send("PUT", ann_, JsonObject{{"object", JsonObject{}}})), missing("object", object_));
}

TEST_P(AutosaveApi, ComesBackWithTheObject) {
    const JsonObject ids{{"ids", {object_}}, {"action", "delete"}};
    const auto fill = [&] {
        ASSERT_EQ(send("PUT", ann_, typed("Ann's")).status, 200);
        ASSERT_EQ(send("PUT", ben_, typed("Ben's")).status, 200);
    };
    fill();
    ASSERT_EQ(api().send("DELETE", path("/objects/" + object_), ben_.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(send("GET", ann_)), missing("object", object_));
    ASSERT_EQ(api().send("POST", path("/trash/" + object_ + "/restore"), ben_.token, nullptr).status, 200);
    EXPECT_EQ(kept(ann_), "Ann's");
    EXPECT_EQ(kept(ben_), "Ben's");
    for (const std::string& token : {bucket().writeKey, ben_.token}) {
        const Reply deleted = api().send("POST", path("/objects/bulk"), token, ids);
        ASSERT_EQ(deleted.json().at("changed"), 1) << deleted.body;
        EXPECT_EQ(api().count("autosave_items", bucket().id), 0);
        const std::string undo(textOf(deleted.object("undo"), "id"));
        ASSERT_EQ(api().send("POST", path("/objects/bulk/" + undo + "/undo"), token, nullptr).json().at("changed"), 1);
        EXPECT_EQ(kept(ann_), "Ann's");
        EXPECT_EQ(kept(ben_), "Ben's");
    }
}

TEST_P(AutosaveApi, OfWhoHasLeftComesBackNoMore) {
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    ASSERT_EQ(send("PUT", ann_, typed("Ann's")).status, 200);
    ASSERT_EQ(send("PUT", ben_, typed("Ben's")).status, 200);
    ASSERT_EQ(api().send("DELETE", path("/objects/" + object_), admin.token, nullptr).status, 200);
    ASSERT_EQ(api().send("DELETE", path("/users/" + ben_.id), admin.token, nullptr).status, 200);
    ASSERT_EQ(api().send("POST", path("/trash/" + object_ + "/restore"), admin.token, nullptr).status, 200);
    EXPECT_EQ(kept(ann_), "Ann's");
    EXPECT_EQ(api().count("autosave_items", bucket().id), 1);
}

TEST_P(AutosaveApi, IsReplacedOnlyAtTheVersionThatIfMatchNames) {
    EXPECT_EQ(refusalOf(sendIf("*", "PUT", ann_, typed("Any"))), changedTo("0")) << "nothing is kept";
    const Reply first = sendIf("\"0\"", "PUT", ann_, typed("One"));
    ASSERT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(versionOf(send("GET", ann_)), versionOf(first));
    const Reply late = sendIf("\"0\"", "PUT", ann_, typed("Late"));
    EXPECT_EQ(refusalOf(late), changedTo(versionOf(first)));
    EXPECT_EQ(late.object("current").at("object"), (JsonObject{{"title", "One"}}));
    EXPECT_EQ(versionOf(late), versionOf(first));

    const std::string one = first.headers.at("etag");
    const Reply second = sendIf(one, "PUT", ann_, typed("Two"));
    ASSERT_EQ(second.status, 200) << second.body;
    EXPECT_EQ(refusalOf(sendIf(one, "PUT", ann_, typed("Late"))), changedTo(versionOf(second)));
    EXPECT_EQ(refusalOf(sendIf(one, "DELETE", ann_)), changedTo(versionOf(second)));
    EXPECT_EQ(kept(ann_), "Two");
    EXPECT_EQ(refusalOf(sendIf("two", "PUT", ann_, typed("X"))).substr(0, 26), "400: If-Match is not valid");
    const std::string two = second.headers.at("etag");
    EXPECT_EQ(sendIf(two, "DELETE", ann_).status, 200);
    EXPECT_EQ(refusalOf(sendIf(two, "DELETE", ann_)), nothing());
    const Reply gone = sendIf(two, "PUT", ann_, typed("Three"));
    EXPECT_EQ(refusalOf(gone), changedTo("0"));
    EXPECT_FALSE(gone.json().contains("current"));
}

TEST_P(AutosaveApi, IsForMembersWhoMayWriteTheObject) {
    makeType("pages");
    const TestServer::User other = api().makeUser(bucket(), "contributor", {{"object_types", {"pages"}}});
    EXPECT_EQ(refusalOf(send("PUT", other, JsonObject{{"object", JsonObject{}}})), noWriting("posts"));
    EXPECT_EQ(refusalOf(api().send("GET", path("/objects/" + object_ + "/autosave"), bucket().writeKey, nullptr)),
              kNoUser);
    EXPECT_EQ(refusalOf(send("PUT", ann_, JsonObject{{"version", 1}})),
              "400: nothing was kept: object: is required: what the person has typed, as a JSON object");
    EXPECT_EQ(api().count("autosave_items", bucket().id), 0);
}

}  // namespace
}  // namespace inkwell::test
