// interface/views.md.
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

class Views : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        editor_ = api().makeUser(bucket(), "editor");
        other_ = api().makeUser(bucket(), "developer");
        admin_ = api().makeUser(bucket(), "admin");
    }
    Reply as(const TestServer::User& user, const std::string& method, const std::string& rest, const Json& body = {}) {
        return api().send(method, "/v2/buckets/" + bucket().slug + "/views" + rest, user.token, body);
    }
    std::string save(const JsonObject& body) {
        return std::string(textOf(made(as(editor_, "POST", "", body), "view"), "id"));
    }
    std::string titles(const TestServer::User& user) {
        const Reply reply = api().get("/v2/buckets/" + bucket().slug + "/views", {bearer(user.token)});
        EXPECT_EQ(reply.status, 200) << reply.body;
        std::string all;
        for (const Json& one : reply.array("views")) {
            all += (all.empty() ? "" : ", ") + std::string(one.at("title").as_string());
        }
        return all;
    }
    TestServer::User editor_, other_, admin_;
};
INKWELL_ON_BOTH_ENGINES(Views);

TEST_P(Views, AreKeptAsTheyWereSaved) {
    const JsonObject body{{"title", "Drafts"},
                          {"type", "posts"},
                          {"query", {{"status", "draft"}}},
                          {"columns", {"title", "metadata.author"}},
                          {"sort", "-modified_at"},
                          {"shared", true}};
    const JsonObject view = made(as(editor_, "POST", "", body), "view");
    for (const auto& member : body) EXPECT_EQ(view.at(member.key()), member.value()) << member.key();
    EXPECT_EQ(view.at("owner"), Json(editor_.id));
}

TEST_P(Views, OfOthersAreSeenWhenTheyAreShared) {
    const std::string id = save({{"title", "Mine"}});
    save({{"title", "Ours"}, {"shared", true}});
    EXPECT_EQ(titles(editor_), "Mine, Ours");
    EXPECT_EQ(titles(other_), "Ours");
    EXPECT_EQ(refusalOf(as(other_, "PATCH", "/" + id, {{"title", "x"}})), "404: view '" + id + "' was not found");
}

TEST_P(Views, AreChangedByTheirOwnerAndSharedOnesByAdmins) {
    const std::string id = save({{"title", "Ours"}, {"shared", true}});
    EXPECT_EQ(refusalOf(as(other_, "DELETE", "/" + id)),
              "403: view '" + id + "' is another member's: only they and admins may change it");
    EXPECT_EQ(made(as(editor_, "PATCH", "/" + id, {{"title", "Yours"}}), "view").at("title"), "Yours");
    EXPECT_EQ(as(admin_, "DELETE", "/" + id).status, 200);
    EXPECT_EQ(titles(editor_), "");
}

TEST_P(Views, FollowANewSlugOfTheirType) {
    const JsonArray either{{{"type", {{"$in", {"posts", "pages"}}}}}, {{"title", "posts"}}};
    save({{"title", "Posts"}, {"type", "posts"}, {"query", {{"type", "posts"}, {"$or", either}}}});
    EXPECT_EQ(patch("/object-types/posts", {{"slug", "articles"}}).status, 200);
    const Reply reply = api().get("/v2/buckets/" + bucket().slug + "/views", {bearer(editor_.token)});
    const JsonObject view = reply.array("views").at(0).as_object();
    EXPECT_EQ(view.at("type"), "articles");
    EXPECT_EQ(writeJson(view.at("query")),
              R"({"type":"articles","$or":[{"type":{"$in":["articles","pages"]}},{"title":"posts"}]})");
}

TEST_P(Views, FollowANewSlugInConditionsOnTypesAlone) {
    const JsonArray either{{{"metadata.one.type", "posts"}}, {{"type", {{"$ne", "posts"}}}}};
    save({{"title", "All"}, {"query", {{"metadata.shape", {{"type", "posts"}}}, {"$and", either}}}});
    EXPECT_EQ(patch("/object-types/posts", {{"slug", "articles"}}).status, 200);
    const Reply reply = api().get("/v2/buckets/" + bucket().slug + "/views", {bearer(editor_.token)});
    EXPECT_EQ(writeJson(reply.array("views").at(0).at("query")),
              R"({"metadata.shape":{"type":"posts"},"$and":[{"metadata.one.type":"articles"},)"
              R"({"type":{"$ne":"articles"}}]})");
}

TEST_P(Views, FollowNewKeysOfTheFieldsOfTheirType) {
    const auto type = [](const char* group, const char* name) {
        JsonObject inner = field("text", name, "");
        return JsonArray{{{"type", "parent"}, {"title", group}, {"key", group}, {"children", {std::move(inner)}}}};
    };
    EXPECT_EQ(patch("/object-types/posts", {{"metafields", type("line", "words")}}).status, 200);
    const JsonArray either{{{"metadata.line.words", {{"$exists", true}}}}, {{"metadata.lines", "metadata.line"}}};
    const JsonObject view{{"title", "Lines"},
                          {"type", "posts"},
                          {"query", {{"metadata.line", 1}, {"$or", either}}},
                          {"columns", {"title", "metadata.line.words"}},
                          {"sort", "-metadata.line.words"}};
    save(view);
    JsonObject ofAll = view;
    ofAll["title"] = "Other";
    ofAll["type"] = "";
    save(ofAll);
    const Reply done = patch("/object-types/posts", {{"metafields", type("head", "text")},
                                                     {"renamed_fields", {{"line", "head"}, {"line.words", "text"}}}});
    ASSERT_EQ(done.status, 200) << done.body;
    const JsonArray views =
        api().get("/v2/buckets/" + bucket().slug + "/views", {bearer(editor_.token)}).array("views");
    const JsonObject followed = views.at(0).as_object();
    EXPECT_EQ(
        writeJson(followed.at("query")),
        R"({"metadata.head":1,"$or":[{"metadata.head.text":{"$exists":true}},{"metadata.lines":"metadata.line"}]})");
    EXPECT_EQ(writeJson(followed.at("columns")), R"(["title","metadata.head.text"])");
    EXPECT_EQ(followed.at("sort"), "-metadata.head.text");
    EXPECT_EQ(views.at(1).as_object().at("sort"), "-metadata.line.words") << "of which type it would be nobody knows";
}

TEST_P(Views, OfWhoHasLeftStayShared) {
    const std::string id = save({{"title", "Ours"}, {"shared", true}});
    ASSERT_EQ(as(admin_, "PATCH", "/" + id, {{"shared", false}}).status, 200) << "its owner sees it";
    ASSERT_EQ(as(editor_, "PATCH", "/" + id, {{"shared", true}}).status, 200);
    const std::string member = "/v2/buckets/" + bucket().slug + "/users/" + editor_.id;
    ASSERT_EQ(api().send("DELETE", member, admin_.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(as(admin_, "PATCH", "/" + id, {{"shared", false}})),
              "409: view '" + id + "' must stay shared, as whose it is has left the bucket; delete it, or save a copy");
    EXPECT_EQ(as(admin_, "PATCH", "/" + id, {{"title", "Theirs"}, {"shared", true}}).status, 200);
}

TEST_P(Views, OfADeletedTypeTakeItBack) {
    const std::string id = save({{"title", "Posts"}, {"type", "posts"}});
    ASSERT_EQ(del("/object-types/posts").status, 200);
    EXPECT_EQ(made(as(editor_, "PATCH", "/" + id, {{"title", "Old"}, {"type", "posts"}}), "view").at("title"), "Old");
    EXPECT_EQ(refusalOf(as(editor_, "PATCH", "/" + id, {{"type", "nosuch"}})).substr(0, 4), "400:");
}

TEST_P(Views, RefuseWhatNoListTakes) {
    const Reply reply = as(editor_, "POST", "", {{"columns", {1}}, {"colour", "red"}});
    EXPECT_EQ(reply.status, 400);
    for (const char* part : {"title", "columns[0]", "colour"}) {
        EXPECT_NE(reply.body.find(part), std::string::npos) << reply.body;
    }
    EXPECT_EQ(refusalOf(as(editor_, "POST", "", {{"title", "x"}, {"query", {{"title", {{"$no", 1}}}}}})),
              "400: the view cannot be saved: query: the parameter 'query' is wrong: unknown operator '$no' for "
              "'title' (did you mean '$ne'?); inside a "
              "field there may be $all, $eq, $exists, $gt, $gte, $in, $lt, $lte, $ne, $nin, $not, $options, $regex");
    EXPECT_EQ(
        refusalOf(as(editor_, "POST", "", {{"title", "x"}, {"type", "nosuch"}})),
        "400: the view cannot be saved: type: object type 'nosuch' was not found in bucket '" + bucket().slug + "'");
    EXPECT_EQ(titles(editor_), "");
}

}  // namespace
}  // namespace inkwell::test
