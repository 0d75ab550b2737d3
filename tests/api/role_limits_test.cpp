// How somebody might try to go beyond their role (share/doc/decisions/0007-roles-and-permissions.md); who may call
// which route is the subject of roles_test.cpp.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class RoleLimits : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        makeType("pages");
        admin_ = api().makeUser(bucket(), "admin");
    }

    Reply as(const TestServer::User& user, const std::string& method, const std::string& rest,
             const Json& body = nullptr) {
        return api().send(method, path(rest), user.token, body);
    }
    JsonObject member(const TestServer::User& user) { return as(admin_, "GET", "/users/" + user.id).object("user"); }
    static JsonObject person(const std::string& role, const JsonObject& more = {}) {
        static int made = 0;
        JsonObject body{{"first_name", "N"}, {"last_name", "N"}, {"role", role}};
        body["email"] = "limits-" + std::to_string(++made) + "@example.com";
        for (const auto& one : more) body[one.key()] = one.value();
        return body;
    }
    std::string idOf(const JsonObject& record) { return std::string(textOf(record, "id")); }
    std::string titleOf(const std::string& id, const std::string& more = "") {
        return std::string(textOf(made(get("/objects/" + id + "?use_cache=false" + more), "object"), "title"));
    }

    static JsonArray fields(const std::string& order) {
        JsonArray all;
        for (const char key : order) all.push_back(field("text", std::string(1, key), ""));
        return all;
    }
    static JsonObject parent(const std::string& order) {
        return {{"type", "parent"}, {"title", "P"}, {"key", "p"}, {"children", fields(order)}};
    }
    std::string orderOf(const std::string& id) {
        std::string order;
        for (const Json& one : get("/objects/" + id + "/metafields?status=any&use_cache=false").array("metafields")) {
            order += textOf(one.as_object(), "key");
        }
        return order;
    }

    TestServer::User admin_;
};
INKWELL_ON_BOTH_ENGINES(RoleLimits);

TEST_P(RoleLimits, WhoManagesUsersStaysBelowThemself) {
    const TestServer::User manager = api().makeUser(bucket(), "editor", {{"additional_permissions", "users"}});
    const TestServer::User developer = api().makeUser(bucket(), "developer");
    const TestServer::User editor = api().makeUser(bucket(), "editor", {{"additional_permissions", "settings"}});
    const std::int64_t before = api().lastChange();
    const auto refused = [&](const std::string& method, const std::string& rest, const Json& body,
                             const std::string& because) {
        const Reply reply = as(manager, method, rest, body);
        EXPECT_EQ(reply.status, 403) << method << rest << writeJson(body);
        EXPECT_NE(reply.message().find(because), std::string::npos) << reply.message();
    };
    refused("POST", "/users", person("admin"), "'admin'");
    refused("POST", "/users", person("developer"), "'developer'");
    refused("POST", "/users", person("editor", {{"additional_permissions", {"users", "settings"}}}), "'settings'");
    refused("POST", "/users", person("editor", {{"additional_permissions", "sort_metafields"}}), "'sort_metafields'");
    refused("PATCH", "/users/" + admin_.id, {{"role", "editor"}}, "above your own");
    refused("PATCH", "/users/" + admin_.id, {{"role", "admin"}}, "above your own");
    refused("DELETE", "/users/" + admin_.id, nullptr, "above your own");
    refused("DELETE", "/users/" + developer.id, nullptr, "above your own");
    refused("PATCH", "/users/" + developer.id, {{"role", "editor"}}, "above your own");
    refused("PATCH", "/users/" + editor.id, {{"role", "admin"}}, "'admin'");
    refused("PATCH", "/users/" + manager.id, {{"role", "admin"}}, "yourself");
    refused("PATCH", "/users/" + manager.id, {{"role", "editor"}, {"additional_permissions", {"settings"}}},
            "yourself");
    refused("DELETE", "/users/" + manager.id, nullptr, "yourself");
    EXPECT_TRUE(api().changesSince(before).empty());

    EXPECT_EQ(as(manager, "GET", "/users").status, 200);
    EXPECT_EQ(as(manager, "POST", "/users", person("editor", {{"additional_permissions", "users"}})).status, 200);
    EXPECT_EQ(as(manager, "PATCH", "/users/" + editor.id, {{"role", "contributor"}, {"object_types", "posts"}}).status,
              200);
    EXPECT_EQ(member(editor).at("additional_permissions"), Json({"settings"})) << "what they had stays theirs";
    EXPECT_EQ(as(manager, "DELETE", "/users/" + editor.id).status, 200);
}

TEST_P(RoleLimits, WhoManagesUsersWithLimitsPassesThemOn) {
    const TestServer::User drafter = api().makeUser(
        bucket(), "editor", {{"additional_permissions", "users"}, {"publishing_restrictions", "draft_only"}});
    const JsonObject restricted{{"publishing_restrictions", "draft_only"}};
    EXPECT_EQ(
        refusalOf(as(drafter, "POST", "/users", person("editor"))),
        "403: you may not publish in this bucket, so whom you add needs publishing_restrictions 'draft_only' too");
    EXPECT_EQ(as(drafter, "POST", "/users", person("editor", restricted)).status, 200);
    const TestServer::User other = api().makeUser(bucket(), "editor", restricted);
    EXPECT_EQ(
        refusalOf(as(drafter, "PATCH", "/users/" + other.id, {{"role", "editor"}, {"publishing_restrictions", ""}})),
        "403: you may not publish in this bucket, so whom you add needs publishing_restrictions 'draft_only' too");

    const TestServer::User contributor =
        api().makeUser(bucket(), "contributor", {{"additional_permissions", "users"}, {"object_types", "posts"}});
    const JsonObject ofPosts{{"object_types", "posts"}};
    const JsonObject ofBoth{{"object_types", {"posts", "pages"}}};
    EXPECT_EQ(as(contributor, "POST", "/users", person("contributor", ofPosts)).status, 200);
    EXPECT_EQ(refusalOf(as(contributor, "POST", "/users", person("contributor", ofBoth))),
              "403: you cannot grant the object type 'pages', which you may not write");
    EXPECT_EQ(refusalOf(as(contributor, "POST", "/users", person("editor"))),
              "403: you cannot grant the role 'editor', which is above your own");
    EXPECT_EQ(
        refusalOf(as(contributor, "PATCH", "/users/" + other.id, {{"role", "contributor"}, {"object_types", "posts"}})),
        "403: user '" + other.id + "' has the role 'editor', which is above your own");
}

TEST_P(RoleLimits, DraftOnlyWidensNobodysPublishing) {
    const TestServer::User drafter = api().makeUser(
        bucket(), "editor", {{"additional_permissions", "users"}, {"publishing_restrictions", "draft_only"}});
    const TestServer::User contributor = api().makeUser(bucket(), "contributor", {{"object_types", "posts"}});
    const auto edit = [&](const JsonObject& body) { return as(drafter, "PATCH", "/users/" + contributor.id, body); };
    const std::string noPublishing =
        "403: you may not publish in this bucket, so whom you add needs publishing_restrictions 'draft_only' too";
    EXPECT_EQ(refusalOf(edit({{"role", "editor"}})), noPublishing);
    EXPECT_EQ(refusalOf(edit({{"role", "contributor"}, {"object_types", {"posts", "pages"}}})), noPublishing);
    EXPECT_EQ(edit({{"role", "contributor"}, {"object_types", "posts"}, {"additional_permissions", "users"}}).status,
              200)
        << "publishes as before";
    EXPECT_EQ(edit({{"role", "editor"}, {"publishing_restrictions", "draft_only"}}).status, 200);
}

TEST_P(RoleLimits, SettingsAreTheTitleAndTheThumbnailOnly) {
    const TestServer::User keeper =
        api().makeUser(bucket(), "contributor", {{"additional_permissions", "settings"}, {"object_types", "posts"}});
    EXPECT_EQ(as(keeper, "PATCH", "", {{"title", "Kept"}}).status, 200);
    EXPECT_EQ(as(keeper, "PATCH", "", {{"thumbnail", nullptr}, {"reset_api_access_keys", "false"}}).status, 200);
    const std::int64_t before = api().lastChange();
    EXPECT_EQ(refusalOf(as(keeper, "PATCH", "", {{"title", "Taken"}, {"reset_api_access_keys", "true"}})),
              "403: only an admin of bucket '" + bucket().slug + "' may reset its keys");
    EXPECT_EQ(refusalOf(as(keeper, "PATCH", "", {{"reset_api_access_keys", true}})),
              "403: only an admin of bucket '" + bucket().slug + "' may reset its keys");
    const std::string onlyAdmins = "403: only an admin of bucket '" + bucket().slug + "' may do this";
    EXPECT_EQ(refusalOf(as(keeper, "DELETE", "")), onlyAdmins);
    EXPECT_EQ(refusalOf(as(keeper, "GET", "/users")), onlyAdmins);
    EXPECT_TRUE(api().changesSince(before).empty());
    for (const Reply& reply : {as(keeper, "PATCH", "", {{"title", "Kept"}}), as(keeper, "GET", "")}) {
        EXPECT_EQ(reply.body.find("api_access"), std::string::npos);
        EXPECT_EQ(reply.body.find(bucket().writeKey), std::string::npos);
    }
    EXPECT_EQ(as(admin_, "GET", "").object("bucket").at("api_access").at("write_key"), Json(bucket().writeKey));

    const TestServer::User developer = api().makeUser(bucket(), "developer", {{"additional_permissions", "settings"}});
    EXPECT_EQ(refusalOf(as(developer, "PATCH", "", {{"reset_api_access_keys", true}})),
              "403: only an admin of bucket '" + bucket().slug + "' may reset its keys");
}

TEST_P(RoleLimits, TheWriteKeyIsNotShownToWhoMayNotPublish) {
    for (const char* role : {"developer", "admin"}) {
        const TestServer::User free = api().makeUser(bucket(), "developer");
        EXPECT_NE(as(free, "GET", "").body.find(bucket().writeKey), std::string::npos);
        const TestServer::User drafter = api().makeUser(bucket(), "developer");
        ASSERT_EQ(
            as(admin_, "PATCH", "/users/" + drafter.id, {{"role", role}, {"publishing_restrictions", "draft_only"}})
                .status,
            200);
        for (const std::string& address : {path(""), std::string("/v2/buckets")}) {
            const std::string body = api().get(address, {bearer(drafter.token)}).body;
            EXPECT_NE(body.find(bucket().readKey), std::string::npos);
            EXPECT_EQ(body.find(bucket().writeKey), std::string::npos);
        }
    }
}

TEST_P(RoleLimits, OnlyWhoMaySortChangesTheOrderOfMetafields) {
    JsonArray metafields = fields("abc");
    metafields.push_back(parent("xy"));
    const std::string id = idOf(makeObject("posts", "Sorted", {{"metafields", metafields}}));
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const TestServer::User sorter = api().makeUser(bucket(), "editor", {{"additional_permissions", "sort_metafields"}});
    const auto with = [](const std::string& order) { return JsonObject{{"metafields", fields(order)}}; };
    const auto inside = [](const std::string& order) { return JsonObject{{"children", fields(order)}}; };

    const std::int64_t before = api().lastChange();
    const Reply reply = as(editor, "PATCH", "/objects/" + id, with("bac"));
    EXPECT_EQ(reply.status, 403);
    EXPECT_EQ(reply.message(), "your role in this bucket does not allow to change the order of metafields");
    EXPECT_EQ(refusalOf(as(editor, "PATCH", "/objects/" + id, with("ca"))), kNoSorting);
    EXPECT_EQ(refusalOf(as(editor, "PATCH", "/objects/" + id, with("cnb"))), kNoSorting);
    EXPECT_EQ(refusalOf(as(editor, "PATCH", "/objects/" + id, {{"metafields", {parent("yx")}}})), kNoSorting);
    EXPECT_EQ(refusalOf(as(editor, "PATCH", "/objects/" + id + "/metafields/p", inside("yx"))), kNoSorting);
    EXPECT_EQ(
        refusalOf(as(editor, "POST", "/objects/" + id + "/revisions", {{"title", "x"}, {"metafields", fields("ba")}})),
        kNoSorting);
    EXPECT_TRUE(api().changesSince(before).empty());

    EXPECT_EQ(as(editor, "PATCH", "/objects/" + id + "/metafields/p", inside("xny")).status, 200);
    EXPECT_EQ(as(editor, "PATCH", "/objects/" + id + "/metafields/b", {{"key", "m"}, {"title", "M"}}).status, 200);
    EXPECT_EQ(as(editor, "PATCH", "/objects/" + id, with("nac")).status, 200);
    EXPECT_EQ(orderOf(id), "nac");
    EXPECT_EQ(as(editor, "DELETE", "/objects/" + id + "/metafields/n").status, 200);
    EXPECT_EQ(as(editor, "POST", "/objects/" + id + "/metafields", field("text", "z", "")).status, 200);

    EXPECT_EQ(as(sorter, "PATCH", "/objects/" + id, with("zca")).status, 200);
    EXPECT_EQ(orderOf(id), "zca");
    const TestServer::User developer = api().makeUser(bucket(), "developer");
    EXPECT_EQ(as(developer, "PATCH", "/objects/" + id, with("acz")).status, 200);
    EXPECT_EQ(patch("/objects/" + id, with("zac")).status, 200);
    EXPECT_EQ(orderOf(id), "zac");
}

TEST_P(RoleLimits, EverybodyMayFollowTheOrderOfTheType) {
    const auto ofType = [](const std::string& inner) {
        JsonObject lines{{"type", "repeater"}, {"title", "R"}, {"key", "r"}, {"repeater_fields", fields(inner)}};
        lines["children"] = JsonArray();
        JsonArray all = fields("a");
        all.push_back(std::move(lines));
        all.push_back(parent(inner));
        return all;
    };
    makeType("logs", ofType("xyz"));
    const std::string id = idOf(makeObject("logs", "Follows"));
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const auto put = [&](const std::string& inner) {
        return as(editor, "PATCH", "/objects/" + id, {{"metafields", ofType(inner)}});
    };
    EXPECT_EQ(refusalOf(put("zxy")), kNoSorting);
    made(patch("/object-types/logs", {{"metafields", ofType("zxy")}}), "object_type");
    EXPECT_EQ(refusalOf(put("zyx")), kNoSorting);
    EXPECT_EQ(put("xyz").status, 200) << "as it stands";
    EXPECT_EQ(put("zxy").status, 200);
    const JsonObject draft{{"title", "x"}, {"status", "draft"}, {"metafields", ofType("zxy")}};
    EXPECT_EQ(as(editor, "POST", "/objects/" + id + "/revisions", draft).status, 200);
}

TEST_P(RoleLimits, TheItemsOfARepeaterAreFree) {
    const auto item = [](const std::string& order) {
        return JsonObject{{"type", "repeating_item"}, {"children", fields(order)}};
    };
    const auto repeater = [&](JsonArray items) {
        const JsonObject one{{"type", "repeater"},
                             {"title", "R"},
                             {"key", "r"},
                             {"repeater_fields", fields("ab")},
                             {"children", std::move(items)}};
        return JsonObject{{"metafields", JsonArray{one}}};
    };
    const std::string id = idOf(makeObject("posts", "Items", repeater({item("ab"), item("b")})));
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EXPECT_EQ(as(editor, "PATCH", "/objects/" + id, repeater({item("b"), item("ba")})).status, 200);
}

TEST_P(RoleLimits, ADraftsOrderMayBePublishedByWhoMayNotSort) {
    const std::string id = idOf(makeObject("posts", "Live", {{"metafields", fields("ab")}}));
    const TestServer::User sorter = api().makeUser(
        bucket(), "editor", {{"additional_permissions", "sort_metafields"}, {"publishing_restrictions", "draft_only"}});
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    const JsonObject swapped{{"title", "Next"}, {"status", "draft"}, {"metafields", fields("ba")}};
    EXPECT_EQ(refusalOf(as(editor, "POST", "/objects/" + id + "/revisions", swapped)), kNoSorting);
    ASSERT_EQ(as(sorter, "POST", "/objects/" + id + "/revisions", swapped).status, 200);
    const JsonObject publishing{{"title", "Next"}, {"metafields", fields("ba")}};
    EXPECT_EQ(refusalOf(as(sorter, "PATCH", "/objects/" + id, publishing)), kNoPublishing)
        << "who prepares it may not publish it";
    EXPECT_EQ(as(editor, "PATCH", "/objects/" + id, publishing).status, 200);
    EXPECT_EQ(titleOf(id), "Next");
    EXPECT_EQ(orderOf(id), "ba");
}

TEST_P(RoleLimits, DraftOnlyPreparesAnEditThatReadersDoNotSee) {
    const std::string id = idOf(makeObject("posts", "Live"));
    const TestServer::User drafter =
        api().makeUser(bucket(), "contributor", {{"publishing_restrictions", "draft_only"}, {"object_types", "posts"}});
    const Reply prepared =
        as(drafter, "POST", "/objects/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}});
    EXPECT_EQ(prepared.status, 200) << prepared.body;
    EXPECT_EQ(titleOf(id), "Live");
    EXPECT_EQ(titleOf(id, "&status=any"), "Next");
    for (const JsonObject& body :
         {JsonObject{{"title", "x"}}, JsonObject{{"status", "published"}}, JsonObject{{"status", "draft"}},
          JsonObject{{"publish_at", nullptr}}, JsonObject{{"slug", "other"}},
          JsonObject{{"trigger_webhook", true}, {"title", "x"}}}) {
        EXPECT_EQ(refusalOf(as(drafter, "PATCH", "/objects/" + id, body)), kNoPublishing) << writeJson(body);
    }
    EXPECT_EQ(titleOf(id), "Live");
}

TEST_P(RoleLimits, DraftOnlyRenamesNoTypeOfWhatIsPublished) {
    const TestServer::User drafter = api().makeUser(bucket(), "developer", {{"publishing_restrictions", "draft_only"}});
    const std::string draft = idOf(makeObject("posts", "Draft", {{"status", "draft"}}));
    EXPECT_EQ(as(drafter, "PATCH", "/object-types/posts", {{"slug", "articles"}}).status, 200);
    ASSERT_EQ(patch("/objects/" + draft, {{"publish_at", 4'000'000'000'000}}).status, 200);
    EXPECT_EQ(refusalOf(as(drafter, "PATCH", "/object-types/articles", {{"slug", "posts"}})), kNoPublishing);
    ASSERT_EQ(patch("/objects/" + draft, {{"publish_at", nullptr}}).status, 200);
    const JsonObject planned{{"title", "x"}, {"status", "draft"}, {"publish_at", 4'000'000'000'000}};
    ASSERT_EQ(post("/objects/" + draft + "/revisions", planned).status, 200);
    EXPECT_EQ(refusalOf(as(drafter, "PATCH", "/object-types/articles", {{"slug", "posts"}})), kNoPublishing);
    ASSERT_EQ(patch("/objects/" + draft, {{"status", "published"}}).status, 200);
    EXPECT_EQ(refusalOf(as(drafter, "PATCH", "/object-types/articles", {{"slug", "posts"}})), kNoPublishing);
    EXPECT_EQ(as(drafter, "PATCH", "/object-types/articles", {{"title", "Articles"}}).status, 200);
    EXPECT_EQ(made(get("/objects/" + draft), "object").at("type"), "articles");
}

TEST_P(RoleLimits, AContributorStaysWithTheirTypesThroughEveryRoute) {
    const TestServer::User contributor = api().makeUser(bucket(), "contributor", {{"object_types", "posts"}});
    const std::string page = idOf(makeObject("pages", "Page", {{"status", "draft"}, {"metafields", fields("a")}}));
    const std::string post = idOf(makeObject("posts", "Post"));
    const std::int64_t before = api().lastChange();
    EXPECT_EQ(refusalOf(as(contributor, "POST", "/objects", {{"type", "pages"}, {"title", "x"}})), noWriting("pages"));
    EXPECT_EQ(refusalOf(as(contributor, "POST", "/objects", {{"type", "Posts"}, {"title", "x"}})),
              "403: your role in this bucket does not allow to write objects of the type 'Posts'");
    EXPECT_EQ(refusalOf(as(contributor, "POST", "/objects", {{"type", "posts "}, {"title", "x"}})),
              "403: your role in this bucket does not allow to write objects of the type 'posts '");
    EXPECT_EQ(refusalOf(as(contributor, "PATCH", "/objects/" + page, {{"title", "x"}})), noWriting("pages"));
    const std::string noMoving = "400: object '" + post + "' cannot be edited: type: is not a known field; ";
    const std::string moving = refusalOf(as(contributor, "PATCH", "/objects/" + post, {{"type", "pages"}}));
    EXPECT_TRUE(moving.starts_with(noMoving)) << moving;
    EXPECT_EQ(refusalOf(as(contributor, "POST", "/objects/" + page + "/metafields", field("text", "b", ""))),
              noWriting("pages"));
    EXPECT_EQ(refusalOf(as(contributor, "PATCH", "/objects/" + page + "/metafields/a", {{"value", "x"}})),
              noWriting("pages"));
    EXPECT_EQ(refusalOf(as(contributor, "DELETE", "/objects/" + page + "/metafields/a")), noWriting("pages"));
    EXPECT_EQ(
        refusalOf(as(contributor, "POST", "/objects/" + page + "/revisions", {{"title", "x"}, {"status", "draft"}})),
        noWriting("pages"));
    EXPECT_EQ(refusalOf(as(contributor, "DELETE", "/objects/" + page)), noWriting("pages"));
    EXPECT_EQ(refusalOf(as(contributor, "PATCH", "/object-types/posts", {{"title", "x"}})),
              "403: your role in this bucket does not allow to write object types");
    EXPECT_TRUE(api().changesSince(before).empty());
    const JsonArray related{field("object", "page", page, {{"object_type", "pages"}})};
    EXPECT_EQ(as(contributor, "PATCH", "/objects/" + post, {{"metafields", related}}).status, 200)
        << "relations are fine";
}

TEST_P(RoleLimits, ContributorsFollowANewSlugAndForgetADeletedType) {
    const TestServer::User contributor =
        api().makeUser(bucket(), "contributor", {{"object_types", {"posts", "pages"}}});
    const auto createOf = [&](const std::string& type) {
        return as(contributor, "POST", "/objects", {{"type", type}, {"title", "x"}});
    };
    ASSERT_EQ(patch("/object-types/posts", {{"slug", "articles"}}).status, 200);
    EXPECT_EQ(createOf("articles").status, 200);
    makeType("posts");
    EXPECT_EQ(refusalOf(createOf("posts")), noWriting("posts")) << "another type that has the old slug";

    ASSERT_EQ(del("/object-types/pages").status, 200);
    EXPECT_EQ(member(contributor).at("object_types"), Json({"articles"}));
    makeType("pages");
    EXPECT_EQ(refusalOf(createOf("pages")), noWriting("pages"));

    const std::string left = idOf(makeObject("articles", "Left"));
    ASSERT_EQ(del("/object-types/articles").status, 200);
    EXPECT_TRUE(member(contributor).at("object_types").as_array().empty());
    EXPECT_EQ(refusalOf(as(contributor, "PATCH", "/objects/" + left, {{"title", "x"}})), noWriting("articles"));
    EXPECT_EQ(refusalOf(createOf("articles")), noWriting("articles"));
}

TEST_P(RoleLimits, AContributorGoesOnWithTheirOwnUploadOnly) {
    const TestServer::User contributor = api().makeUser(bucket(), "contributor", {{"object_types", "posts"}});
    const TestServer::User other = api().makeUser(bucket(), "contributor", {{"object_types", "posts"}});
    const auto sendTus = [&](const TestServer::User& user, const std::string& method, const std::string& rest,
                             Headers headers, const std::string& body) {
        headers.push_back(bearer(user.token));
        headers.emplace_back("Tus-Resumable", "1.0.0");
        return sendRequest(api().port(), method, path(rest), headers, body);
    };
    const Headers creation{{"Upload-Length", "5"}, {"Upload-Metadata", "filename YS50eHQ="}};
    const Headers piece{{"Upload-Offset", "0"}, {"Content-Type", "application/offset+octet-stream"}};
    const Reply created = sendTus(contributor, "POST", "/media/tus", creation, "");
    ASSERT_EQ(created.status, 201) << created.body;
    const std::string upload = "/media/tus/" + idOf(created.object("upload"));
    const std::string notTheirs = "403: upload '" + idOf(created.object("upload")) + "' was begun by somebody else";
    for (const char* method : {"PATCH", "DELETE"}) {
        EXPECT_EQ(refusalOf(sendTus(other, method, upload, piece, "12345")), notTheirs) << method;
    }
    EXPECT_EQ(refusalOf(sendTus(other, "HEAD", upload, piece, "12345")), "403: (no body)");
    const Reply last = sendTus(contributor, "PATCH", upload, piece, "hello");
    EXPECT_EQ(last.status, 204);
    EXPECT_EQ(refusalOf(as(contributor, "DELETE", "/media/" + last.headers.at("inkwell-media-id"))),
              "403: your role in this bucket does not allow to change media and media folders, only to upload");
}

TEST_P(RoleLimits, MergingNeedsAnAdminOfBothBuckets) {
    const TestServer::Bucket source = api().makeBucket();
    const std::string sourcePath = "/v2/buckets/" + source.slug;
    ASSERT_EQ(api().send("POST", sourcePath + "/object-types", source.writeKey, JsonObject{{"title", "posts"}}).status,
              200);
    const JsonObject object = made(api().send("POST", sourcePath + "/objects", source.writeKey,
                                              JsonObject{{"type", "posts"}, {"title", "Secret"}}),
                                   "object");
    const JsonObject body{{"title", "M"}, {"source_bucket", source.slug}, {"objects", {idOf(object)}}};
    const TestServer::User ofSource = api().makeUser(source, "admin");
    EXPECT_EQ(refusalOf(as(admin_, "POST", "/merge-requests", body)), missing("bucket", source.slug))
        << "a bucket one has no role in is missing";
    EXPECT_EQ(refusalOf(as(ofSource, "POST", "/merge-requests", body)), missing("bucket", bucket().slug));
    const JsonObject editor{{"first_name", "A"}, {"last_name", "B"}, {"email", admin_.email}, {"role", "developer"}};
    ASSERT_EQ(api().send("POST", sourcePath + "/users", ofSource.token, editor).status, 200);
    const std::string notFromThere = "403: only an admin of bucket '" + source.slug + "' may merge from it";
    EXPECT_EQ(refusalOf(as(admin_, "POST", "/merge-requests", body)), notFromThere);
    const std::string ofAdmin = sourcePath + "/users/" + admin_.id;
    ASSERT_EQ(api().send("PATCH", ofAdmin, ofSource.token, JsonObject{{"role", "admin"}}).status, 200);
    const JsonObject request = made(as(admin_, "POST", "/merge-requests", body), "merge_request");
    ASSERT_EQ(api().send("PATCH", ofAdmin, ofSource.token, JsonObject{{"role", "developer"}}).status, 200);
    EXPECT_EQ(refusalOf(as(admin_, "POST", "/merge-requests/" + idOf(request) + "/complete")), notFromThere)
        << "no longer one";
    EXPECT_EQ(get("/objects?status=any").json().at("total"), 0);
}

TEST_P(RoleLimits, ARoleCountsAtOnceOnEveryServer) {
    TestServer one(GetParam());
    TestServerOptions options;
    options.database = one.database();
    TestServer two(GetParam(), options);
    const TestServer::Bucket bucket = one.makeBucket();
    const std::string base = "/v2/buckets/" + bucket.slug;
    const TestServer::User admin = one.makeUser(bucket, "admin");
    const TestServer::User user = one.makeUser(bucket, "editor");
    ASSERT_EQ(one.send("POST", base + "/object-types", bucket.writeKey, JsonObject{{"title", "posts"}}).status, 200);
    const auto createOn = [&](TestServer& server, const std::string& status) {
        return server.send("POST", base + "/objects", user.token,
                           JsonObject{{"type", "posts"}, {"title", "x"}, {"status", status}});
    };
    const auto editOn = [&](TestServer& server, const JsonObject& body) {
        ASSERT_EQ(server.send("PATCH", base + "/users/" + user.id, admin.token, body).status, 200);
    };
    EXPECT_EQ(createOn(two, "published").status, 200);
    editOn(one, {{"role", "editor"}, {"publishing_restrictions", "draft_only"}});
    EXPECT_EQ(refusalOf(createOn(two, "published")), kNoPublishing);
    EXPECT_EQ(createOn(two, "draft").status, 200);
    editOn(two, {{"role", "editor"}, {"publishing_restrictions", ""}, {"additional_permissions", "users"}});
    EXPECT_EQ(createOn(one, "published").status, 200);
    EXPECT_EQ(one.get(base + "/users", {bearer(user.token)}).status, 200);
    editOn(one, {{"role", "editor"}, {"additional_permissions", JsonArray()}});
    EXPECT_EQ(refusalOf(two.get(base + "/users", {bearer(user.token)})),
              "403: only an admin of bucket '" + bucket.slug + "' may do this");
    ASSERT_EQ(one.send("DELETE", base + "/users/" + user.id, admin.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(createOn(two, "draft")), missing("bucket", bucket.slug));
    EXPECT_EQ(refusalOf(two.get(base, {bearer(user.token)})), missing("bucket", bucket.slug));
}

}  // namespace
}  // namespace inkwell::test
