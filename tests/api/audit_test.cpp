// Who did what (plugins/changes/README.md).
#include <set>

#include "inkwell/text.h"
#include "kernel/snapshot/router.h"
#include "tests/support/api_scenario.h"
#include "tests/support/media_record_file.h"

namespace inkwell::test {
namespace {

class Audit : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
    }
    Reply ask(const std::string& parameters = "") { return askAs(admin_.token, parameters); }
    Reply askAs(const std::string& token, const std::string& parameters = "") {
        Headers headers;
        if (!token.empty()) headers.push_back(bearer(token));
        return api().get(path("/audit" + parameters), headers);
    }
    /// "object created by <kind or user's id>", the newest first.
    std::vector<std::string> texts(const std::string& parameters = "") {
        const Reply reply = ask(parameters);
        EXPECT_EQ(reply.status, 200) << reply.body;
        std::vector<std::string> all;
        for (const Json& entry : reply.array("audit")) all.push_back(textOfEntry(entry.as_object()));
        return all;
    }
    static std::string textOfEntry(const JsonObject& entry) {
        const JsonObject& actor = entry.at("actor").as_object();
        const std::string_view by = textOf(actor, "kind") == "user" ? textOf(actor, "id") : textOf(actor, "kind");
        return std::string(textOf(entry, "kind")) + " " + std::string(textOf(entry, "action")) + " by " +
               std::string(by);
    }
    static std::string idOf(const JsonObject& record) { return std::string(textOf(record, "id")); }

    TestServer::User admin_;
};
INKWELL_ON_BOTH_ENGINES(Audit);

TEST_P(Audit, TellsEveryChangeTheNewestFirst) {
    makeType("posts");
    const std::string id = idOf(makeObject("posts", "A", {{"status", "draft"}}));
    const Reply reply = ask();
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.json().at("limit"), 1000);
    EXPECT_EQ(reply.json().at("total"), reply.array("audit").size());
    const JsonObject newest = reply.array("audit").at(0).as_object();
    EXPECT_GT(std::stoll(std::string(textOf(newest, "number"))), 0);
    EXPECT_TRUE(parseIsoTime(textOf(newest, "time")));
    EXPECT_EQ(newest.at("actor"), Json(JsonObject{{"kind", "write_key"}, {"id", nullptr}}));
    EXPECT_EQ(newest.at("action"), "created");
    EXPECT_EQ(newest.at("kind"), "object");
    EXPECT_EQ(newest.at("type"), "posts");
    EXPECT_EQ(newest.at("id"), Json(id));
    EXPECT_EQ(newest.size(), 7u);
    EXPECT_EQ(texts(), (std::vector<std::string>{"object created by write_key", "object_type created by write_key",
                                                 "user created by " + admin_.id, "bucket created by system"}));
}

TEST_P(Audit, NarrowsAndPages) {
    makeType("posts");
    const std::string id = idOf(makeObject("posts", "A"));
    ASSERT_EQ(api().send("PATCH", path("/objects/" + id), admin_.token, JsonObject{{"title", "B"}}).status, 200);
    using Texts = std::vector<std::string>;
    const std::string edited = "object edited by " + admin_.id;
    EXPECT_EQ(texts("?kind=object"), (Texts{edited, "object created by write_key"}));
    EXPECT_EQ(texts("?action=edited"), Texts{edited});
    EXPECT_EQ(texts("?actor=" + admin_.id), (Texts{edited, "user created by " + admin_.id}));
    EXPECT_EQ(texts("?actor=system"), Texts{"bucket created by system"});
    EXPECT_EQ(texts("?id=" + id + "&actor=write_key"), Texts{"object created by write_key"});
    EXPECT_EQ(texts("?limit=1&skip=1"), Texts{"object created by write_key"});
    EXPECT_EQ(ask("?limit=1&kind=object").json().at("total"), 2);
    EXPECT_EQ(texts("?kind=nothing"), Texts{});
}

TEST_P(Audit, NarrowsToATime) {
    makeType("posts");
    const std::string time(textOf(ask("?kind=object_type").array("audit").at(0).as_object(), "time"));
    EXPECT_EQ(ask("?kind=object_type&since=" + time).json().at("total"), 1) << "included";
    EXPECT_EQ(ask("?kind=object_type&until=" + time).json().at("total"), 0) << "excluded";
    EXPECT_EQ(ask("?since=2999-01-01").json().at("total"), 0);
    EXPECT_EQ(ask("?until=2999-01-01T00:00:00Z").json().at("total"), ask().json().at("total"));
}

TEST_P(Audit, TellsWhatWasChangedOfTheBucketItsUsersAndItsKeys) {
    const TestServer::User eve = api().makeUser(bucket(), "editor");
    const auto change = [&](const std::string& method, const std::string& rest, const Json& body) {
        const Reply reply = api().send(method, path(rest), admin_.token, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply;
    };
    change("PATCH", "", {{"title", "Another title"}});
    change("PATCH", "", {{"read_key_reads_drafts", false}, {"title", "Another title"}});
    change("PATCH", "", {{"reset_api_access_keys", true}, {"trash_on_delete", true}});
    change("PATCH", "", {{"title", "Another title"}});
    change("PATCH", "/users/" + eve.id, {{"role", "admin"}});
    const JsonObject restricted{{"role", "editor"},
                                {"publishing_restrictions", "draft_only"},
                                {"additional_permissions", {"settings", "users"}}};
    change("PATCH", "/users/" + eve.id, restricted);
    const JsonObject body{{"title", "Site"}, {"permissions", {{"read", "published"}}}};
    const std::string token = idOf(change("POST", "/tokens", body).object("token"));
    change("PATCH", "/tokens/" + token, {{"title", "Shop"}, {"permissions", {{"read", "any"}}}});
    std::vector<std::string> told;
    for (const Json& entry : ask("?limit=9").array("audit")) {
        const JsonObject& one = entry.as_object();
        const std::string detail = one.contains("detail") ? ": " + std::string(textOf(one, "detail")) : "";
        told.push_back(std::string(textOf(one, "kind")) + " " + std::string(textOf(one, "action")) + detail);
    }
    EXPECT_EQ(told, (std::vector<std::string>{
                        "bucket_token edited: permissions, title", "bucket_token created",
                        "user edited: role: admin -> editor, publishing_restrictions: none -> draft_only, "
                        "additional_permissions: none -> settings users",
                        "user edited: role: editor -> admin", "bucket edited",
                        "bucket edited: keys reset, trash_on_delete: false -> true",
                        "bucket edited: read_key_reads_drafts: true -> false", "bucket edited: title",
                        "user created: role: editor"}));
}

TEST_P(Audit, RefusesABadParameterByName) {
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{{"since", "yesterday"},
                                                                                      {"until", "2026-02-30"},
                                                                                      {"actor", "ann@example.com"},
                                                                                      {"action", "x"},
                                                                                      {"id", "x"},
                                                                                      {"limit", "0"},
                                                                                      {"skip", "-1"},
                                                                                      {"sort", "time"}}) {
        const Reply reply = ask("?" + name + "=" + value);
        EXPECT_EQ(reply.status, 400);
        EXPECT_TRUE(reply.message().starts_with(name + " must be ")) << reply.body;
    }
}

TEST_P(Audit, IsForAdminsOfTheBucket) {
    for (const char* role : {"developer", "editor"}) {
        const JsonObject more{{"additional_permissions", {"users", "settings", "sort_metafields"}}};
        EXPECT_EQ(refusalOf(askAs(api().makeUser(bucket(), role, more).token)),
                  "403: only an admin of bucket '" + bucket().slug + "' may do this")
            << role;
    }
    EXPECT_EQ(refusalOf(askAs(api().makeUser(bucket(), "").token)), missing("bucket", bucket().slug));
    EXPECT_EQ(refusalOf(askAs(bucket().writeKey)), kNoUser);
    EXPECT_EQ(refusalOf(askAs("")), kNoToken);
    EXPECT_EQ(refusalOf(get("/audit")), kNoToken) << "a read key";
}

TEST_P(Audit, ShowsNothingOfOtherBuckets) {
    const TestServer::Bucket other = api().makeBucket();
    const std::int64_t before = ask().json().at("total").as_int64();
    EXPECT_EQ(
        api()
            .send("POST", "/v2/buckets/" + other.slug + "/object-types", other.writeKey, JsonObject{{"title", "T"}})
            .status,
        200);
    EXPECT_EQ(ask().json().at("total"), before);
}

TEST_P(Audit, OfADeletedBucketIsNotThatOfANewOneWithItsSlug) {
    ASSERT_EQ(api().send("DELETE", path(""), admin_.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(ask()), missing("bucket", bucket().slug));
    ASSERT_EQ(
        api().send("POST", "/v2/buckets", admin_.token, JsonObject{{"title", "Again"}, {"slug", bucket().slug}}).status,
        200);
    using Texts = std::vector<std::string>;
    EXPECT_EQ(texts(), (Texts{"bucket created by " + admin_.id, "user created by " + admin_.id}));
    EXPECT_EQ(api().count("changes", bucket().id), 3) << "other servers follow them";
}

/// Every address that changes a bucket, called by a user and, where it may, with the write key: each leaves an entry
/// that names who did it.
class EveryWrite : public Audit {
protected:
    void SetUp() override {
        Audit::SetUp();
        source_ = api().makeBucket();
        api().server().plugins().find<Identity>()->addAdmin(admin_.id, source_.id);
        walkAs(admin_.token, admin_.id);
    }
    void walkAs(const std::string& token, const std::string& actor) {
        token_ = token;
        actor_ = actor;
    }

    /// `route` is the template; its placeholders are filled with `words` in their order.
    static std::string filled(std::string route, const std::vector<std::string>& words) {
        for (const std::string& word : words) {
            const std::size_t open = route.find('{');
            route.replace(open, route.find('}') - open + 1, word);
        }
        return route;
    }
    JsonObject write(const std::string& method, const std::string& route, const std::vector<std::string>& words,
                     const Json& body, const std::string& expected, const std::string& member = "") {
        return check(api().send(method, path(filled(route, words)), token_, body), method + " " + route, expected,
                     member);
    }
    /// A write that changes nothing of the bucket and so leaves no entry. `route` may have parameters behind '?'.
    void writeUnnoted(const std::string& method, const std::string& route, const std::vector<std::string>& words,
                      const Json& body) {
        const std::string name = method + " " + route.substr(0, route.find('?'));
        const JsonObject before = ask("?limit=1").json();
        const Reply reply = api().send(method, path(filled(route, words)), token_, body);
        EXPECT_LT(reply.status, 300) << name << ": " << reply.body;
        EXPECT_EQ(ask("?limit=1").json(), before) << name;
        walked_.insert(name);
    }
    JsonObject check(const Reply& reply, const std::string& route, const std::string& expected,
                     const std::string& member = "") {
        EXPECT_LT(reply.status, 300) << route << ": " << reply.body;
        EXPECT_EQ(texts("?limit=1"), std::vector<std::string>{expected + " by " + actor_}) << route;
        walked_.insert(route);
        if (member.empty()) return {};
        const JsonObject answer = reply.json();
        EXPECT_TRUE(answer.contains(member)) << route << ": " << reply.body;
        return answer.contains(member) ? answer.at(member).as_object() : JsonObject{};
    }
    /// An object type "posts" and an object of it, whose id is returned.
    std::string walkPost();
    void walkContent();
    void walkMany();
    void walkTrash();
    void walkWhatIsBesideTheContent();
    void walkImport();
    void walkTokens();
    void walkViews();
    void walkMedia();
    void walkRecord();
    void walkTus();
    void walkUsers();
    void walkMerges();
    void walkWebhooks();

    std::set<std::string> writingRoutes() {
        const std::string prefix = "/v2/buckets/{bucket_slug}";
        std::set<std::string> routes;
        for (const kernel::Route& route : api().server().plugins().snapshot()->router->routes()) {
            if (!route.path.starts_with(prefix)) continue;
            const std::string rest = route.path.substr(prefix.size());
            if (route.method == Method::Post) routes.insert("POST " + rest);
            if (route.method == Method::Put) routes.insert("PUT " + rest);
            if (route.method == Method::Patch) routes.insert("PATCH " + rest);
            if (route.method == Method::Delete) routes.insert("DELETE " + rest);
        }
        return routes;
    }

    TestServer::Bucket source_;
    std::string token_, actor_;
    std::set<std::string> walked_;
};
INKWELL_ON_BOTH_ENGINES(EveryWrite);

void EveryWrite::walkContent() {
    const JsonObject type =
        write("POST", "/object-types", {}, {{"title", "Posts"}}, "object_type created", "object_type");
    const std::string slug(textOf(type, "slug"));
    write("PATCH", "/object-types/{slug}", {slug}, {{"title", "Notes"}}, "object_type edited");
    const std::string id =
        idOf(write("POST", "/objects", {}, {{"type", slug}, {"title", "A"}}, "object created", "object"));
    write("PATCH", "/objects/{id}", {id}, {{"title", "B"}}, "object edited");
    const std::string fields = "/objects/{id}/metafields";
    write("POST", fields, {id}, field("text", "key", "1"), "object edited");
    write("PATCH", fields + "/{key}", {id, "key"}, {{"value", "2"}}, "object edited");
    write("DELETE", fields + "/{key}", {id, "key"}, nullptr, "object edited");
    const std::string revision =
        idOf(write("POST", "/objects/{object_id}/revisions", {id}, {{"title", "C"}}, "revision created", "revision"));
    write("POST", "/objects/{id}/restore", {id}, {{"revision", revision}, {"as", "live"}}, "object edited");
    write("POST", "/objects/{id}/restore", {id}, {{"revision", revision}, {"as", "draft"}}, "revision created");
    const JsonObject draft{{"title", "D"}, {"status", "draft"}};
    write("POST", "/objects/{object_id}/revisions", {id}, draft, "revision created");
    write("POST", "/objects/{id}/draft/publish", {id}, JsonObject(), "object edited");
    write("POST", "/objects/{object_id}/revisions", {id}, draft, "revision created");
    write("DELETE", "/objects/{id}/draft", {id}, nullptr, "object edited");
    write("PATCH", "/object-types/{slug}", {slug}, {{"metafields", {field("text", "late", "")}}}, "object_type edited");
    write("POST", "/object-types/{slug}/apply", {slug}, JsonObject(), "object edited");
    write("DELETE", "/objects/{id}", {id}, nullptr, "object deleted");
    write("DELETE", "/object-types/{slug}", {slug}, nullptr, "object_type deleted");
    JsonObject schema = get("/schema").json();
    schema.at("files").as_object()["sheets.json"] =
        JsonObject{{"slug", "sheets"}, {"title", "Sheets"}, {"metafields", JsonArray()}};
    schema["dry_run"] = true;
    writeUnnoted("POST", "/schema", {}, schema);
    schema["dry_run"] = false;
    write("POST", "/schema", {}, schema, "object_type created");
    write("DELETE", "/object-types/{slug}", {"sheets"}, nullptr, "object_type deleted");
}

std::string EveryWrite::walkPost() {
    write("POST", "/object-types", {}, {{"title", "Posts"}, {"slug", "posts"}}, "object_type created");
    return idOf(write("POST", "/objects", {}, {{"type", "posts"}, {"title", "A"}}, "object created", "object"));
}

void EveryWrite::walkMany() {
    const std::string id = walkPost();
    const std::string bulk = "/objects/bulk";
    const std::string undo = bulk + "/{undo_id}/undo";
    const JsonObject change{{"ids", {id}}, {"action", "set"}, {"set", {{"title", "B"}}}};
    JsonObject trial = change;
    trial["dry_run"] = true;
    writeUnnoted("POST", bulk, {}, trial);
    const std::string changed = idOf(write("POST", bulk, {}, change, "object edited", "undo"));
    write("POST", undo, {changed}, JsonObject(), "object edited");
    const JsonObject deletion{{"ids", {id}}, {"action", "delete"}};
    const std::string deleted = idOf(write("POST", bulk, {}, deletion, "object deleted", "undo"));
    write("POST", undo, {deleted}, JsonObject(), "object created");
    write("DELETE", "/objects/{id}", {id}, nullptr, "object deleted");
    write("DELETE", "/object-types/{slug}", {"posts"}, nullptr, "object_type deleted");
}

// What is removed for good was deleted before, which left the entry.
void EveryWrite::walkTrash() {
    const std::string id = walkPost();
    write("DELETE", "/objects/{id}", {id}, nullptr, "object deleted");
    write("POST", "/trash/{id}/restore", {id}, nullptr, "object created");
    write("DELETE", "/objects/{id}", {id}, nullptr, "object deleted");
    writeUnnoted("DELETE", "/trash/{id}", {id}, nullptr);
    const std::string other =
        idOf(write("POST", "/objects", {}, {{"type", "posts"}, {"title", "B"}}, "object created", "object"));
    write("DELETE", "/objects/{id}", {other}, nullptr, "object deleted");
    writeUnnoted("DELETE", "/trash", {}, nullptr);
    write("DELETE", "/object-types/{slug}", {"posts"}, nullptr, "object_type deleted");
}

// What one person types, where they are, a link to look at a draft and the index of the search are no content.
void EveryWrite::walkWhatIsBesideTheContent() {
    const std::string id = walkPost();
    writeUnnoted("PUT", "/objects/{object_id}/autosave", {id}, JsonObject{{"object", JsonObject()}});
    writeUnnoted("DELETE", "/objects/{object_id}/autosave", {id}, nullptr);
    writeUnnoted("POST", "/presence", {}, JsonObject{{"object", id}});
    writeUnnoted("DELETE", "/presence?object={id}", {id}, nullptr);
    const std::string previews = "/objects/{id}/preview-tokens";
    writeUnnoted("POST", previews, {id}, JsonObject());
    const Reply made = api().get(path("/objects/" + id + "/preview-tokens"), {bearer(token_)});
    const std::string preview = idOf(made.array("preview_tokens").at(0).as_object());
    writeUnnoted("DELETE", previews + "/{token_id}", {id, preview}, nullptr);
    writeUnnoted("POST", "/search/rebuild", {}, nullptr);
    write("DELETE", "/objects/{id}", {id}, nullptr, "object deleted");
    write("DELETE", "/object-types/{slug}", {"posts"}, nullptr, "object_type deleted");
}

void EveryWrite::walkImport() {
    const JsonArray types{JsonObject{{"title", "Pages"}, {"slug", "pages"}}};
    const JsonObject file{{"format", "inkwell-bucket/1"}, {"bucket", JsonObject{{"object_types", types}}}};
    writeUnnoted("POST", "/import?dry_run=true", {}, file);
    write("POST", "/import", {}, file, "object_type created");
}

void EveryWrite::walkTokens() {
    const JsonObject body{{"title", "Site"}, {"permissions", {{"read", "published"}}}};
    const std::string id = idOf(write("POST", "/tokens", {}, body, "bucket_token created", "token"));
    write("PATCH", "/tokens/{id}", {id}, {{"title", "Old site"}}, "bucket_token edited");
    write("DELETE", "/tokens/{id}", {id}, nullptr, "bucket_token deleted");
}

void EveryWrite::walkViews() {
    const std::string id = idOf(write("POST", "/views", {}, {{"title", "Drafts"}}, "view created", "view"));
    write("PATCH", "/views/{id}", {id}, {{"title", "New"}}, "view edited");
    write("DELETE", "/views/{id}", {id}, nullptr, "view deleted");
}

void EveryWrite::walkMedia() {
    const JsonObject folder =
        write("POST", "/media-folders", {}, {{"title", "Pictures"}}, "media_folder created", "media_folder");
    const std::string slug(textOf(folder, "slug"));
    write("PATCH", "/media-folders/{slug}", {slug}, {{"title", "Photos"}}, "media_folder edited");
    const auto upload = [&](const std::string& rest, const std::string& bytes) {
        const std::string form =
            "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\n" + bytes +
            "\r\n--limit--\r\n";
        return sendRequest(api().port(), "POST", path(rest),
                           {bearer(token_), {"Content-Type", "multipart/form-data; boundary=limit"}}, form);
    };
    const std::string id = idOf(check(upload("/media", "hello"), "POST /media", "media created", "media"));
    check(upload("/media/" + id + "/replace", "goodbye"), "POST /media/{id}/replace", "media edited");
    write("PATCH", "/media/{id}", {id}, {{"metadata", {{"alt", "A"}}}}, "media edited");
    write("DELETE", "/media/{id}", {id}, nullptr, "media deleted");
    walkRecord();
    write("DELETE", "/media-folders/{slug}", {slug}, nullptr, "media_folder deleted");
}

// Of a media that an import has brought, which only an administrator may do.
void EveryWrite::walkRecord() {
    const std::string name = "5f00-" + std::to_string(walked_.size()) + ".txt";
    ASSERT_EQ(api().send("POST", path("/import"), admin_.token, mediaRecordFile(name)).status, 200);
    check(sendRequest(api().port(), "PUT", path("/media-files/" + name), {bearer(token_)}, "hello"),
          "PUT /media-files/{name}", "media edited");
}

void EveryWrite::walkTus() {
    const Headers common{bearer(token_), {"Tus-Resumable", "1.0.0"}};
    Headers creation = common;
    creation.insert(creation.end(), {{"Upload-Length", "5"}, {"Upload-Metadata", "filename YS50eHQ="}});
    Headers piece = common;
    piece.insert(piece.end(), {{"Upload-Offset", "0"}, {"Content-Type", "application/offset+octet-stream"}});
    const auto walk = [&](const std::string& method, const Headers& headers) {
        const Reply created = sendRequest(api().port(), "POST", path("/media/tus"), creation);
        ASSERT_EQ(created.status, 201) << created.body;
        check(sendRequest(api().port(), method, created.headers.at("location"), headers, "hello"),
              method + " /media/tus/{upload_id}", "media created");
    };
    walk("PATCH", piece);
    piece.emplace_back("X-HTTP-Method-Override", "PATCH");
    walk("POST", piece);
}

void EveryWrite::walkUsers() {
    const JsonObject person{
        {"first_name", "A"}, {"last_name", "B"}, {"email", bucket().slug + "@example.com"}, {"role", "editor"}};
    write("POST", "/users", {}, person, "user created");
    const std::string id(textOf(ask("?limit=1").array("audit").at(0).as_object(), "id"));
    write("PATCH", "/users/{id}", {id}, {{"role", "developer"}}, "user edited");
    write("DELETE", "/users/{id}", {id}, nullptr, "user deleted");
    write("PATCH", "", {}, {{"title", "Renamed"}}, "bucket edited");
    const TestServer::User member = api().makeUser(bucket(), "editor");
    walkAs(member.token, member.id);
    write("POST", "/membership", {}, nullptr, "user edited");
    write("DELETE", "/membership", {}, nullptr, "user deleted");
    walkAs(admin_.token, admin_.id);
}

void EveryWrite::walkMerges() {
    const std::string url = "/v2/buckets/" + source_.slug;
    ASSERT_EQ(api().send("POST", url + "/object-types", source_.writeKey, JsonObject{{"title", "News"}}).status, 200);
    const std::string id =
        idOf(api()
                 .send("POST", url + "/objects", source_.writeKey, JsonObject{{"type", "news"}, {"title", "A"}})
                 .object("object"));
    const JsonObject body{{"title", "M"}, {"source_bucket", source_.slug}, {"objects", {id}}};
    const std::string route = "/merge-requests";
    const std::string closed = idOf(write("POST", route, {}, body, "merge created", "merge_request"));
    write("DELETE", route + "/{id}", {closed}, nullptr, "merge closed");
    const std::string open = idOf(write("POST", route, {}, body, "merge created", "merge_request"));
    write("POST", route + "/{id}/complete", {open}, nullptr, "merge completed");
    EXPECT_EQ(texts("?limit=2&skip=1"),
              (std::vector<std::string>{"object created by " + admin_.id, "object_type created by " + admin_.id}));
    const std::string merged = idOf(get("/objects").array("objects").at(0).as_object());
    const JsonObject back{{"title", "M"}, {"source_bucket", bucket().slug}, {"objects", {merged}}};
    const std::string outgoing = idOf(api().send("POST", url + route, token_, back).object("merge_request"));
    write("DELETE", "/outgoing-merge-requests/{id}", {outgoing}, nullptr, "merge closed");
}

void EveryWrite::walkWebhooks() {
    const JsonObject body{{"event", "object.deleted"}, {"endpoint", "http://127.0.0.1:9/hook"}};
    const std::string id = idOf(write("POST", "/webhooks", {}, body, "webhook created", "webhook"));
    write("PATCH", "/webhooks/{id}", {id}, {{"title", "Look"}}, "webhook edited");
    write("POST", "/webhooks/{id}/rotate-secret", {id}, nullptr, "webhook edited");
    writeUnnoted("POST", "/webhooks/{id}/test", {id}, nullptr);  // the webhook stays as it is, whatever comes back
    write("DELETE", "/webhooks/{id}", {id}, nullptr, "webhook deleted");
}

TEST_P(EveryWrite, LeavesAnEntryThatNamesWhoDidIt) {
    walkContent();
    walkMany();
    walkTrash();
    walkWhatIsBesideTheContent();
    walkImport();
    walkTokens();
    walkViews();
    walkMedia();
    walkTus();
    walkUsers();
    walkMerges();
    walkWebhooks();
    // What the write key deletes goes to the trash too.
    write("PATCH", "", {}, {{"trash_on_delete", true}}, "bucket edited");
    walkAs(bucket().writeKey, "write_key");
    walkContent();
    walkMany();
    walkTrash();
    walkMedia();
    walkTus();
    walkAs(admin_.token, admin_.id);
    // Nothing of the bucket is changed before the last piece of an upload, nor when a delivery is repeated.
    walked_.insert(
        {"POST /media/tus", "DELETE /media/tus/{upload_id}", "POST /webhooks/{id}/deliveries/{delivery_id}/redeliver"});
    // Below, because the bucket is gone then.
    walked_.insert("DELETE ");
    for (const std::string& route : writingRoutes()) {
        EXPECT_TRUE(walked_.contains(route)) << "'" << route << "' leaves an entry in the audit? Then walk it here";
    }
    ASSERT_EQ(api().send("DELETE", path(""), admin_.token, nullptr).status, 200);
    const std::string last = api().server().database().read([&](Sql& sql) {
        const auto row = sql.selectOne(
            "SELECT action, actor FROM changes WHERE bucket_id = ? ORDER BY seq DESC LIMIT 1", {bucket().id});
        return row->at(0).text() + " " + row->at(1).text();
    });
    EXPECT_EQ(last, "deleted " + admin_.id);
}

}  // namespace
}  // namespace inkwell::test
