// Who may call which route: every route that takes a write key or a user token, for everybody who may come
// (interface/users-and-roles.md, "Roles"; share/doc/decisions/0007-roles-and-permissions.md).
#include <algorithm>
#include <functional>
#include <set>

#include "kernel/snapshot/method_name.h"
#include "kernel/snapshot/router.h"
#include "tests/api/no_read_token.h"
#include "tests/support/api_scenario.h"
#include "tests/support/media_record_file.h"

namespace inkwell::test {
namespace {

const std::string kBucket = "/v2/buckets/{bucket_slug}";

/// The roles by letter: A admin, D developer, E editor, C contributor of the type `posts`, which most rows write, and c
/// contributor of another one.
struct Row {
    std::string method, route;  // as a plugin declared it, below kBucket
    std::string url, body;      // {words} are targets, see Walk::make
    std::string free;           // the roles that are let in
    std::string drafts;         // the same with draft_only
    std::string permission = {};
    std::string permitted = {};  // the roles that this permission lets in beside them
    int ok = 200;                // what those get who are let in
    Headers headers = {};
};

// Nothing is ever sent to it.
const std::string kNewWebhook = R"({"event":"object.deleted","endpoint":"https://1.1.1.1/hook","enabled":false})";

std::vector<Row> objectRows() {
    const std::string one = "/objects/{id}";
    const std::string publish = one + "/draft/publish";
    const std::string bulk = "/objects/bulk";
    const std::string trashed = "/trash/{id}";
    const std::string later = R"("publish_at":4000000000000})";
    const std::string reordered = R"("metafields":[{"type":"text","title":"B","key":"b","value":"2"},)"
                                  R"({"type":"text","title":"A","key":"a","value":"1"}]})";
    const std::string inOrder = R"({"metafields":[{"type":"text","title":"B","key":"b","value":"3"}]})";
    return {
        {"POST", "/objects", "/objects", R"({"type":"posts","title":"x"})", "ADEC", ""},
        {"POST", "/objects", "/objects", R"({"type":"posts","title":"x","status":"published"})", "ADEC", ""},
        {"POST", "/objects", "/objects", R"({"type":"posts","title":"x","status":"draft"})", "ADEC", "ADEC"},
        {"POST", "/objects", "/objects", R"({"type":"posts","title":"x",)" + later, "ADEC", ""},
        {"POST", "/objects", "/objects", R"({"type":"posts","title":"x","status":"draft",)" + later, "ADEC", ""},
        {"PATCH", one, "/objects/{live}", R"({"title":"x"})", "ADEC", ""},
        {"PATCH", one, "/objects/{live}", R"({"slug":"{fresh}"})", "ADEC", ""},
        {"PATCH", one, "/objects/{live}", inOrder, "ADEC", ""},
        {"PATCH", one, "/objects/{live}", R"({"status":"draft"})", "ADEC", ""},
        {"PATCH", one, "/objects/{live}", "{" + reordered, "AD", "", "sort_metafields", "EC"},
        {"PATCH", one, "/objects/{draft}", R"({"title":"x"})", "ADEC", "ADEC"},
        {"PATCH", one, "/objects/{draft}", R"({"slug":"{fresh}","trigger_webhook":true})", "ADEC", "ADEC"},
        {"PATCH", one, "/objects/{draft}", R"({"status":"published"})", "ADEC", ""},
        {"PATCH", one, "/objects/{draft}", "{" + later, "ADEC", ""},
        {"PATCH", one, "/objects/{draft}", inOrder, "ADEC", "ADEC"},
        {"PATCH", one, "/objects/{draft}", "{" + reordered, "AD", "AD", "sort_metafields", "EC"},
        {"PATCH", one, "/objects/{scheduled}", R"({"title":"x"})", "ADEC", ""},
        {"PATCH", one, "/objects/{scheduled}", R"({"publish_at":null})", "ADEC", ""},
        {"POST", publish, "/objects/{prepared}/draft/publish", "", "ADEC", ""},
        {"POST", publish, "/objects/{draft}/draft/publish", R"({"trigger_webhook":true})", "ADEC", ""},
        {"POST", one + "/preview-tokens", "/objects/{draft}/preview-tokens", "", "ADECc", "ADECc"},
        {"GET", one + "/preview-tokens", "/objects/{draft}/preview-tokens", "", "ADECc", "ADECc"},
        // They hear that there is no such token.
        {"DELETE", one + "/preview-tokens/{token_id}", "/objects/{draft}/preview-tokens/0123456789abcdef01234567", "",
         "ADECc", "ADECc", "", "", 404},
        {"DELETE", one + "/draft", "/objects/{prepared}/draft", "", "ADEC", "ADEC"},
        {"POST", one + "/restore", "/objects/{prepared}/restore", R"({"revision":"{prepared_revision}","as":"draft"})",
         "ADEC", "ADEC"},
        {"POST", one + "/restore", "/objects/{prepared}/restore", R"({"revision":"{prepared_revision}","as":"live"})",
         "ADEC", ""},
        {"POST", bulk, bulk, R"({"ids":["{live}"],"action":"set","set":{"title":"x"}})", "ADEC", ""},
        {"POST", bulk, bulk, R"({"ids":["{live}"],"action":"unpublish"})", "ADEC", ""},
        {"POST", bulk, bulk, R"({"ids":["{live}"],"action":"delete","mode":"each"})", "ADEC", ""},
        {"POST", bulk, bulk, R"({"ids":["{draft}"],"action":"publish"})", "ADEC", ""},
        {"POST", bulk, bulk, R"({"ids":["{draft}"],"action":"set","set":{"title":"x"}})", "ADEC", "ADEC"},
        {"POST", bulk, bulk, R"({"ids":["{draft}"],"action":"delete","dry_run":true})", "ADEC", "ADEC"},
        {"GET", bulk, bulk, "", "ADECc", "ADECc"},
        {"POST", bulk + "/{undo_id}/undo", bulk + "/{undo}/undo", "", "ADEC", ""},
        {"GET", "/trash", "/trash", "", "ADECc", "ADECc"},
        {"POST", trashed + "/restore", "/trash/{trashed}/restore", "", "ADEC", ""},
        {"POST", trashed + "/restore", "/trash/{trashed_draft}/restore", "", "ADEC", "ADEC"},
        {"POST", trashed + "/restore", "/trash/{trashed_media}/restore", "", "ADE", ""},
        {"DELETE", trashed, "/trash/{trashed}", "", "ADEC", ""},
        {"DELETE", trashed, "/trash/{trashed_draft}", "", "ADEC", "ADEC"},
        {"DELETE", trashed, "/trash/{trashed_media}", "", "ADE", ""},
        {"DELETE", "/trash", "/trash", "", "ADE", ""},
        {"DELETE", one, "/objects/{live}", "", "ADEC", ""},
        {"DELETE", one, "/objects/{draft}", "", "ADEC", "ADEC"},
        {"DELETE", one, "/objects/{scheduled}", "", "ADEC", ""},
    };
}

std::vector<Row> partRows() {
    const std::string metafields = "/objects/{id}/metafields";
    const std::string metafield = metafields + "/{key}";
    const std::string revisions = "/objects/{object_id}/revisions";
    const std::string autosave = "/objects/{object_id}/autosave";
    const std::string added = R"({"type":"text","title":"N","key":"n","value":"1"})";
    const std::string sorted = R"({"children":[{"type":"text","title":"Y","key":"y","value":""},)"
                               R"({"type":"text","title":"X","key":"x","value":""}]})";
    const std::string reordered = R"({"title":"x","status":"draft","metafields":[)"
                                  R"({"type":"text","title":"B","key":"b","value":"2"},)"
                                  R"({"type":"text","title":"A","key":"a","value":"1"}]})";
    return {
        {"POST", metafields, "/objects/{live}/metafields", added, "ADEC", ""},
        {"POST", metafields, "/objects/{draft}/metafields", added, "ADEC", "ADEC"},
        {"POST", metafields, "/objects/{scheduled}/metafields", added, "ADEC", ""},
        {"PATCH", metafield, "/objects/{live}/metafields/a", R"({"value":"9"})", "ADEC", ""},
        {"PATCH", metafield, "/objects/{draft}/metafields/a", R"({"value":"9"})", "ADEC", "ADEC"},
        {"PATCH", metafield, "/objects/{draft}/metafields/p", sorted, "AD", "AD", "sort_metafields", "EC"},
        {"DELETE", metafield, "/objects/{live}/metafields/a", "", "ADEC", ""},
        {"DELETE", metafield, "/objects/{draft}/metafields/a", "", "ADEC", "ADEC"},
        {"POST", revisions, "/objects/{live}/revisions", R"({"title":"x","status":"draft"})", "ADEC", "ADEC"},
        {"POST", revisions, "/objects/{live}/revisions", R"({"title":"x"})", "ADEC", ""},
        {"POST", revisions, "/objects/{draft}/revisions", R"({"title":"x","status":"published"})", "ADEC", ""},
        {"POST", revisions, "/objects/{live}/revisions", reordered, "AD", "AD", "sort_metafields", "EC"},
        {"GET", "/autosaves", "/autosaves", "", "ADECc", "ADECc"},
        {"GET", autosave, "/objects/{live}/autosave", "", "ADECc", "ADECc", "", "", 404},
        {"DELETE", autosave, "/objects/{live}/autosave", "", "ADECc", "ADECc", "", "", 404},
        {"PUT", autosave, "/objects/{live}/autosave", R"({"object":{}})", "ADEC", "ADEC"},
        {"GET", "/objects/{object_id}/activity", "/objects/{live}/activity", "", "ADECc", "ADECc"},
        {"GET", "/presence", "/presence", "", "ADECc", "ADECc"},
        {"POST", "/presence", "/presence", R"({"object":"{live}"})", "ADECc", "ADECc"},
        {"DELETE", "/presence", "/presence?object={live}", "", "ADECc", "ADECc"},
        {"POST", "/object-types", "/object-types", R"({"title":"{fresh}"})", "AD", "AD"},
        {"PATCH", "/object-types/{slug}", "/object-types/{type}", R"({"title":"x"})", "AD", "AD"},
        {"PATCH", "/object-types/{slug}", "/object-types/{type}", R"({"slug":"{fresh}"})", "AD", "AD"},
        {"PATCH", "/object-types/{slug}", "/object-types/{live_type}", R"({"slug":"{fresh}"})", "AD", ""},
        {"POST", "/object-types/{slug}/apply", "/object-types/{type}/apply", "", "AD", "AD"},
        {"POST", "/object-types/{slug}/apply", "/object-types/{live_type}/apply", "", "AD", ""},
        {"DELETE", "/object-types/{slug}", "/object-types/{type}", "", "AD", "AD"},
        {"POST", "/schema", "/schema",
         R"({"dry_run":true,"files":{"x.json":{"slug":"x","title":"X","metafields":[]}}})", "AD", "AD"},
    };
}

std::vector<Row> mediaRows() {
    const std::string form =
        "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\n"
        "hello\r\n--limit--\r\n";
    const std::string upload = "/media/tus/{upload_id}";
    const Headers multipart{{"Content-Type", "multipart/form-data; boundary=limit"}};
    const Headers version{{"Tus-Resumable", "1.0.0"}};
    const Headers creation{
        {"Tus-Resumable", "1.0.0"}, {"Upload-Length", "5"}, {"Upload-Metadata", "filename YS50eHQ="}};
    const Headers piece{
        {"Tus-Resumable", "1.0.0"}, {"Upload-Offset", "0"}, {"Content-Type", "application/offset+octet-stream"}};
    Headers pieceByPost = piece;
    pieceByPost.emplace_back("X-HTTP-Method-Override", "PATCH");
    return {
        {"POST", "/media", "/media", form, "ADECc", "ADECc", "", "", 200, multipart},
        {"POST", "/media/{id}/replace", "/media/{media}/replace", form, "ADE", "", "", "", 200, multipart},
        {"PUT", "/media-files/{name}", "/media-files/{record}", "hello", "ADE", ""},
        {"PATCH", "/media/{id}", "/media/{media}", R"({"metadata":{"alt":"x"}})", "ADE", ""},
        {"PATCH", "/media/{id}", "/media/{media}", R"({"folder":"{folder}"})", "ADE", ""},
        {"DELETE", "/media/{id}", "/media/{media}", "", "ADE", ""},
        {"POST", "/media-folders", "/media-folders", R"({"title":"x"})", "ADE", "ADE"},
        {"PATCH", "/media-folders/{slug}", "/media-folders/{folder}", R"({"title":"x"})", "ADE", ""},
        {"DELETE", "/media-folders/{slug}", "/media-folders/{folder}", "", "ADE", ""},
        {"POST", "/media/tus", "/media/tus", "", "ADECc", "ADECc", "", "", 201, creation},
        {"GET", upload, "/media/tus/{upload}", "", "ADE", "ADE", "", "", 200, version},
        {"PATCH", upload, "/media/tus/{upload}", "hello", "ADE", "ADE", "", "", 204, piece},
        {"DELETE", upload, "/media/tus/{upload}", "", "ADE", "ADE", "", "", 204, version},
        {"POST", upload, "/media/tus/{upload}", "hello", "ADE", "ADE", "", "", 204, pieceByPost},
    };
}

std::vector<Row> webhookRows() {
    const std::string one = "/webhooks/{id}";
    const std::string mine = "/webhooks/{webhook}";
    const std::string delivery = "/deliveries/{delivery_id}/redeliver";
    return {
        {"GET", "/webhooks", "/webhooks", "", "A", "A"},
        {"POST", "/webhooks", "/webhooks", kNewWebhook, "A", "A"},
        {"GET", one, mine, "", "A", "A"},
        {"PATCH", one, mine, R"({"title":"x"})", "A", "A"},
        {"POST", one + "/rotate-secret", mine + "/rotate-secret", "", "A", "A"},
        // Who is let in hears that it takes no such body, so that nothing is sent.
        {"POST", one + "/test", mine + "/test", R"({"event":"x"})", "A", "A", "", "", 400},
        {"GET", one + "/deliveries", mine + "/deliveries", "", "A", "A"},
        // An admin hears that there is no such delivery.
        {"GET", one + "/deliveries/{delivery_id}", mine + "/deliveries/0123456789abcdef01234567", "", "A", "A", "", "",
         404},
        {"POST", one + delivery, mine + "/deliveries/0123456789abcdef01234567/redeliver", "", "A", "A", "", "", 404},
        {"DELETE", one, mine, "", "A", "A"},
        {"GET", "/audit", "/audit", "", "A", "A"},
        {"GET", "/tokens", "/tokens", "", "A", "A"},
        {"POST", "/tokens", "/tokens", R"({"title":"x","permissions":{"read":"published"}})", "A", "A"},
        // An admin hears that there is no such token.
        {"PATCH", "/tokens/{id}", "/tokens/0123456789abcdef01234567", R"({"title":"x"})", "A", "A", "", "", 404},
        {"DELETE", "/tokens/{id}", "/tokens/0123456789abcdef01234567", "", "A", "A", "", "", 404},
        {"GET", "/export", "/export", "", "A", "A"},
        {"POST", "/import", "/import", R"({"bucket":{"objects":[]}})", "A", ""},
        {"POST", "/import", "/import?dry_run=true", R"({"bucket":{"objects":[]}})", "A", ""},
        {"GET", "/search/index", "/search/index", "", "A", "A"},
        {"POST", "/search/rebuild", "/search/rebuild", "", "A", "A"},
    };
}

std::vector<Row> adminRows() {
    const std::string requests = "/merge-requests";
    const std::string merging = R"({"title":"x","source_bucket":"{source}","objects":["{source_object}"]})";
    const std::string part = R"("role":"contributor","object_types":["{own_type}"],)"
                             R"("publishing_restrictions":"draft_only"})";
    const std::string person = R"({"first_name":"N","last_name":"N","email":"{fresh}@example.com",)" + part;
    return {
        {"GET", "/users", "/users", "", "A", "A", "users", "DECc"},
        {"GET", "/users/{id}", "/users/{member}", "", "A", "A", "users", "DECc"},
        {"POST", "/users", "/users", person, "A", "A", "users", "DECc"},
        {"PATCH", "/users/{id}", "/users/{member}", "{" + part, "A", "A", "users", "DECc"},
        {"DELETE", "/users/{id}", "/users/{member}", "", "A", "A", "users", "DECc"},
        {"POST", requests, requests, merging, "A", "A"},
        {"GET", requests + "/{id}/changes", requests + "/{request}/changes", "", "A", "A"},
        {"POST", requests + "/{id}/complete", requests + "/{request}/complete", "", "A", ""},
        {"DELETE", requests + "/{id}", requests + "/{request}", "", "A", "A"},
        {"GET", "/outgoing-merge-requests", "/outgoing-merge-requests", "", "A", "A"},
        // An admin hears that there is none from this bucket.
        {"DELETE", "/outgoing-merge-requests/{id}", "/outgoing-merge-requests/{request}", "", "A", "A", "", "", 404},
        {"GET", "", "", "", "ADECc", "ADECc"},
        {"GET", "/membership", "/membership", "", "ADECc", "ADECc"},
        {"POST", "/membership", "/membership", "", "ADECc", "ADECc"},
        {"GET", "/views", "/views", "", "ADECc", "ADECc"},
        {"POST", "/views", "/views", R"({"title":"x"})", "ADECc", "ADECc"},
        {"GET", "/views/{id}", "/views/0123456789abcdef01234567", "", "ADECc", "ADECc", "", "", 404},
        {"PATCH", "/views/{id}", "/views/0123456789abcdef01234567", R"({"title":"x"})", "ADECc", "ADECc", "", "", 404},
        {"DELETE", "/views/{id}", "/views/0123456789abcdef01234567", "", "ADECc", "ADECc", "", "", 404},
        {"PATCH", "", "", R"({"title":"x"})", "A", "A", "settings", "DECc"},
        {"PATCH", "", "", R"({"thumbnail":"","reset_api_access_keys":false})", "A", "A", "settings", "DECc"},
        {"PATCH", "", "", R"({"title":"x","read_key_reads_drafts":true})", "A", "A"},
        // The last two, because nothing works as before after them.
        {"PATCH", "", "", R"({"title":"x","reset_api_access_keys":true})", "A", "A"},
        {"DELETE", "", "", "", "A", "A"},
    };
}

std::vector<Row> allRows() {
    std::vector<Row> all;
    for (const auto& rows : {objectRows(), partRows(), mediaRows(), webhookRows(), adminRows()}) {
        all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
}

/// Of an account, whatever its role in a bucket is: any token will do.
const std::set<std::string> kAccountRoutes{"GET /v2/user",
                                           "PATCH /v2/user",
                                           "DELETE /v2/authenticate",
                                           "GET /v2/buckets",
                                           "POST /v2/buckets",
                                           "GET /v2/session",
                                           "DELETE /v2/session",
                                           "GET /v2/user/sessions",
                                           "DELETE /v2/user/sessions/{id}",
                                           "PUT /v2/user/avatar",
                                           "DELETE /v2/user/avatar",
                                           "GET /v2/users/{id}/avatar",
                                           "GET /v2/server/plugins",
                                           "GET /v2/server/plugins/{id}",
                                           "GET /v2/server/health",
                                           "GET /v2/server/metrics",
                                           "GET /v2/server/buckets",
                                           "GET /v2/server/accounts",
                                           "POST /v2/server/accounts",
                                           "POST /v2/server/accounts/{id}/invitation",
                                           "POST /v2/server/accounts/{id}/removal",
                                           "PATCH /v2/server/plugins/{id}"};
/// After it nothing works as before, so it has a test of its own.
const std::string kLeaving = "DELETE /v2/buckets/{bucket_slug}/membership";
/// For everybody: what they give is no secret, or they check a secret of their own.
const std::set<std::string> kPublicRoutes{"GET /v2/status",
                                          "GET /v2/openapi.json",
                                          "GET /v2/metafield-types",
                                          "GET /health",
                                          "GET /health/live",
                                          "GET /",
                                          "GET /docs",
                                          "GET /docs/{page}",
                                          "GET /dashboard",
                                          "GET /dashboard/-/account",
                                          "GET /dashboard/-/forgotten-password",
                                          "GET /dashboard/-/invitation",
                                          "GET /dashboard/-/new-password",
                                          "GET /dashboard/-/server",
                                          "GET /dashboard/-/{file}",
                                          "GET /dashboard/{bucket}",
                                          "GET /dashboard/{bucket}/{screen}",
                                          "GET /dashboard/{bucket}/{screen}/{type}",
                                          "GET /dashboard/{bucket}/{screen}/{type}/{id}",
                                          "GET /dashboard/{bucket}/{screen}/{type}/{id}/{page}",
                                          "POST /mcp",
                                          "POST /v2/authenticate",
                                          "POST /v2/session",
                                          "POST /v2/invitations/{token}",
                                          "GET /v2/buckets/{bucket_slug}/previews/{token}",
                                          "POST /v2/user/password-resets",
                                          "POST /v2/user/password-resets/{token}",
                                          "OPTIONS /v2/buckets/{bucket_slug}/media/tus",
                                          "OPTIONS /v2/buckets/{bucket_slug}/media/tus/{upload_id}",
                                          "GET /v2/media-files/{bucket_slug}/{name}",
                                          "GET /v2/images/{bucket_slug}/{name}"};

/// "POST /v2/buckets/{bucket_slug}/objects" and so on: every route the server has, and whom it asks for.
std::map<std::string, Auth> declaredRoutes(TestServer& api) {
    std::map<std::string, Auth> routes;
    for (const kernel::Route& route : api.server().plugins().snapshot()->router->routes()) {
        routes[std::string(kernel::methodName(route.method)) + " " + route.path] = route.auth;
    }
    return routes;
}

struct Caller {
    enum class Kind { Member, Stranger, WriteKey, ReadKey, Nobody };
    std::string name;
    Kind kind;
    char letter = ' ';
    bool draftOnly = false;
    std::string permission = {};
};

std::vector<Caller> everybody() {
    std::vector<Caller> all{{"an account without a role", Caller::Kind::Stranger},
                            {"the write key", Caller::Kind::WriteKey},
                            {"the read key", Caller::Kind::ReadKey},
                            {"nobody", Caller::Kind::Nobody}};
    for (const char letter : std::string("ADECc")) {
        for (const bool draftOnly : {false, true}) {
            for (const char* permission : {"", "users", "settings", "sort_metafields"}) {
                const std::string name =
                    std::string(1, letter) + (draftOnly ? " draft_only" : "") + " [" + permission + "]";
                all.push_back({name, Caller::Kind::Member, letter, draftOnly, permission});
            }
        }
    }
    return all;
}

int expectedStatus(const Row& row, Auth auth, const Caller& caller) {
    const auto has = [](const std::string& letters, char letter) { return letters.find(letter) != std::string::npos; };
    switch (caller.kind) {
        case Caller::Kind::Nobody:
        case Caller::Kind::ReadKey:
            return 401;
        case Caller::Kind::WriteKey:
            return auth == Auth::WriteKey ? row.ok : 403;
        case Caller::Kind::Stranger:
            return 404;
        case Caller::Kind::Member:
            break;
    }
    const bool byRole = has(caller.draftOnly ? row.drafts : row.free, caller.letter);
    // What is published stays closed to draft_only, whatever a permission opens.
    const bool reachesReaders = row.drafts.empty();
    const bool byPermission = !row.permission.empty() && row.permission == caller.permission &&
                              has(row.permitted, caller.letter) && !(caller.draftOnly && reachesReaders);
    return byRole || byPermission ? row.ok : 403;
}

/// A bucket of one caller's own, with what the rows write.
class Walk {
public:
    Walk(TestServer& api, const TestServer::User& admin, const TestServer::User& actor,
         const TestServer::Bucket& source)
        : api_(api), admin_(admin), actor_(actor), source_(source), bucket_(api.makeBucket()) {
        identity().addAdmin(admin_.id, bucket_.id);
        for (const char* type : {"posts", "pages"}) written("POST", "/object-types", {{"title", type}}, "object_type");
    }

    void join(const Caller& caller) {
        static const std::map<char, std::string> kRoles{
            {'A', "admin"}, {'D', "developer"}, {'E', "editor"}, {'C', "contributor"}, {'c', "contributor"}};
        letter_ = caller.letter;
        if (caller.kind != Caller::Kind::Member) return;
        JsonObject body{{"first_name", "A"}, {"last_name", "B"}, {"email", actor_.email}};
        body["role"] = kRoles.at(caller.letter);
        body["object_types"] = JsonArray{Json(ownType())};
        if (caller.draftOnly) body["publishing_restrictions"] = "draft_only";
        if (!caller.permission.empty()) body["additional_permissions"] = caller.permission;
        const Reply reply = api_.send("POST", path("/users"), admin_.token, body);
        ASSERT_EQ(reply.status, 200) << reply.body;
    }
    std::string tokenOf(const Caller& caller) const {
        switch (caller.kind) {
            case Caller::Kind::WriteKey:
                return bucket_.writeKey;
            case Caller::Kind::ReadKey:
                return bucket_.readKey;
            case Caller::Kind::Nobody:
                return "";
            default:
                return actor_.token;
        }
    }

    void check(const Row& row, const std::string& token, int expected) {
        SCOPED_TRACE(row.method + " " + row.url + " " + row.body);
        const std::string url = path(filled(row.url));
        const std::string body = filled(row.body);
        const std::string before = content();
        Headers headers = row.headers;
        if (!token.empty()) headers.push_back(bearer(token));
        const Reply reply = sendRequest(api_.port(), row.method, url, headers, body);
        EXPECT_EQ(reply.status, expected) << reply.body;
        if (expected >= 400) {
            EXPECT_TRUE(content() == before) << "a refused request has written";
            EXPECT_FALSE(reply.message().empty());
        }
        if (reply.status < 400) targets_.clear();
    }

private:
    Identity& identity() { return *api_.server().plugins().find<Identity>(); }
    std::string path(const std::string& rest) const { return "/v2/buckets/" + bucket_.slug + rest; }
    std::string ownType() const { return letter_ == 'c' ? "pages" : "posts"; }

    /// Everything of the bucket that a request could write, and the number of its last change.
    std::string content() {
        static const std::vector<std::string> kTables{
            "objects",       "objects_types",  "revisions",     "media",    "media_folders",
            "media_uploads", "merge_requests", "users_roles",   "webhooks", "trash_items",
            "trash_parts",   "objects_undo",   "autosave_items"};
        return api_.server().database().read([&](Sql& sql) {
            std::string all = "changes " + sql.select("SELECT MAX(seq) FROM changes").at(0).at(0).text() + " users " +
                              sql.select("SELECT COUNT(*) FROM users").at(0).at(0).text();
            const auto add = [&](const std::vector<SqlRow>& rows) {
                std::multiset<std::string> lines;  // a database may answer in any order
                for (const SqlRow& row : rows) {
                    std::string line;
                    for (const SqlValue& value : row) line += '|' + value.text();
                    lines.insert(line);
                }
                for (const std::string& line : lines) all += "\n" + line;
            };
            add(sql.select("SELECT * FROM buckets WHERE id = ?", {bucket_.id}));
            for (const std::string& table : kTables) {
                all += "\n" + table;
                add(sql.select("SELECT * FROM " + table + " WHERE bucket_id = ?", {bucket_.id}));
            }
            return all;
        });
    }

    std::string filled(std::string text) {
        for (const char* word : {"live",          "draft",         "prepared",  "prepared_revision",
                                 "scheduled",     "type",          "live_type", "media",
                                 "folder",        "upload",        "webhook",   "member",
                                 "source",        "source_object", "request",   "own_type",
                                 "fresh",         "undo",          "trashed",   "trashed_draft",
                                 "trashed_media", "record"}) {
            const std::string placeholder = "{" + std::string(word) + "}";
            for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder)) {
                text.replace(at, placeholder.size(), target(word));
            }
        }
        return text;
    }
    /// Made when first asked for, and again after a request that was let in.
    std::string target(const std::string& word) {
        if (word == "fresh") return fresh();
        std::string& made = targets_[word];
        if (made.empty()) made = make(word);
        return made;
    }
    std::string fresh() { return "fresh-" + bucket_.id + "-" + std::to_string(++made_); }

    std::string make(const std::string& word) {
        if (word == "own_type") return ownType();
        if (word == "source") return source_.slug;
        if (word == "live" || word == "draft" || word == "scheduled") return makeObject(word);
        if (word == "prepared") return makePrepared();
        if (word == "prepared_revision") return revisionOf(target("prepared"));
        if (word == "undo") return makeUndo();
        if (word == "trashed") return discarded("/objects/", makeObject("live"));
        if (word == "trashed_draft") return discarded("/objects/", makeObject("draft"));
        if (word == "trashed_media") return discarded("/media/", makeUpload("media"));
        if (word == "type") return textOfMade("POST", "/object-types", {{"title", fresh()}}, "object_type", "slug");
        if (word == "live_type") {
            const std::string type = make("type");
            written("POST", "/objects", {{"type", type}, {"title", "Live"}}, "object");
            return type;
        }
        if (word == "folder") return textOfMade("POST", "/media-folders", {{"title", "F"}}, "media_folder", "slug");
        if (word == "record") return makeRecord();
        if (word == "source_object") return makeSourceObject();
        if (word == "request") return makeRequest();
        if (word == "member") return makeMember();
        if (word == "webhook") {
            const Reply reply = api_.send("POST", path("/webhooks"), admin_.token, parseJson(kNewWebhook));
            return std::string(textOf(reply.object("webhook"), "id"));
        }
        return makeUpload(word);
    }
    std::string makeObject(const std::string& word) {
        const JsonArray children{field("text", "x", ""), field("text", "y", "")};
        const JsonArray metafields{
            field("text", "a", "1"), field("text", "b", "2"),
            JsonObject{{"type", "parent"}, {"title", "P"}, {"key", "p"}, {"children", children}}};
        JsonObject body{{"type", "posts"}, {"title", word}, {"metafields", metafields}};
        if (word == "draft") body["status"] = "draft";
        if (word == "scheduled") body["publish_at"] = 4'000'000'000'000;
        return textOfMade("POST", "/objects", body, "object", "id");
    }
    std::string makeUndo() {
        const JsonObject body{{"ids", JsonArray{Json(makeObject("live"))}}, {"action", "unpublish"}};
        const Reply reply = api_.send("POST", path("/objects/bulk"), bucket_.writeKey, body);
        return std::string(textOf(reply.object("undo"), "id"));
    }
    std::string discarded(const std::string& kind, const std::string& id) {
        const Reply reply = api_.send("DELETE", path(kind + id), admin_.token, nullptr);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return id;
    }
    std::string makePrepared() {
        const std::string id = makeObject("live");
        written("POST", "/objects/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}}, "revision");
        return id;
    }
    std::string revisionOf(const std::string& id) {
        const Reply reply = api_.get(path("/objects/" + id + "/revisions?status=any&read_key=" + bucket_.readKey));
        return std::string(textOf(reply.array("revisions").at(0).as_object(), "id"));
    }
    std::string makeSourceObject() {
        const Reply reply = api_.send("POST", "/v2/buckets/" + source_.slug + "/objects", source_.writeKey,
                                      JsonObject{{"type", "posts"}, {"title", fresh()}});
        return std::string(textOf(reply.object("object"), "id"));
    }
    // An import brings records without their files.
    std::string makeRecord() {
        const std::string name = fresh() + ".txt";
        const Reply reply = api_.send("POST", path("/import"), admin_.token, mediaRecordFile(name));
        if (reply.status != 200) throw std::runtime_error("a record could not be made: " + reply.body);
        return name;
    }
    std::string makeRequest() {
        const JsonObject body{{"title", "R"}, {"source_bucket", source_.slug}, {"objects", {target("source_object")}}};
        const Reply reply = api_.send("POST", path("/merge-requests"), admin_.token, body);
        return std::string(textOf(reply.object("merge_request"), "id"));
    }
    std::string makeMember() {
        const JsonObject body{
            {"first_name", "A"},     {"last_name", "B"},        {"email", fresh() + "@example.com"},
            {"role", "contributor"}, {"object_types", "posts"}, {"publishing_restrictions", "draft_only"}};
        const std::string message = api_.send("POST", path("/users"), admin_.token, body).message();
        return message.substr(message.find('\'') + 1, 24);
    }
    std::string makeUpload(const std::string& word) {
        const std::vector<Row> rows = mediaRows();
        const std::string url = word == "media" ? "/media" : "/media/tus";
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.url == url; });
        Headers headers = row->headers;
        headers.push_back(bearer(bucket_.writeKey));
        const Reply reply = sendRequest(api_.port(), "POST", path(url), headers, row->body);
        return std::string(textOf(reply.object(word), "id"));
    }

    JsonObject written(const std::string& method, const std::string& rest, const JsonObject& body,
                       const std::string& name) {
        const Reply reply = api_.send(method, path(rest), bucket_.writeKey, body);
        if (reply.status != 200) throw std::runtime_error("a target could not be made: " + reply.body);
        return reply.object(name);
    }
    std::string textOfMade(const std::string& method, const std::string& rest, const JsonObject& body,
                           const std::string& name, const std::string& member) {
        return std::string(textOf(written(method, rest, body, name), member));
    }

    TestServer& api_;
    const TestServer::User& admin_;
    const TestServer::User& actor_;
    const TestServer::Bucket& source_;
    TestServer::Bucket bucket_;
    char letter_ = ' ';
    std::map<std::string, std::string> targets_;
    int made_ = 0;
};

class Roles : public testing::TestWithParam<Engine> {
protected:
    /// A bucket to merge from.
    TestServer::Bucket makeSource() {
        const TestServer::Bucket source = api_.makeBucket();
        const Reply reply = api_.send("POST", "/v2/buckets/" + source.slug + "/object-types", source.writeKey,
                                      JsonObject{{"title", "posts"}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        return source;
    }
    TestServer api_{GetParam()};
};
INKWELL_ON_BOTH_ENGINES(Roles);

TEST_P(Roles, EveryRouteIsInATable) {
    std::set<std::string> classified = kAccountRoutes;
    classified.insert(kLeaving);
    for (const Row& row : allRows()) classified.insert(row.method + " " + kBucket + row.route);
    const std::map<std::string, Auth> routes = declaredRoutes(api_);
    ASSERT_GT(routes.size(), 50u);
    for (const auto& [route, auth] : routes) {
        if (auth == Auth::Public) {
            EXPECT_TRUE(kPublicRoutes.contains(route)) << route << " is open to everybody: is it meant to be?";
        } else if (auth != Auth::ReadKey) {
            EXPECT_TRUE(classified.contains(route)) << route << " needs rows that say which roles may call it";
        }
    }
    for (const std::string& route : classified) EXPECT_TRUE(routes.contains(route)) << route << " is gone";
}

TEST_P(Roles, EveryReadTakesTheReadKeyOrAMembersToken) {
    const TestServer::Bucket bucket = api_.makeBucket();
    const TestServer::User admin = api_.makeUser(bucket, "admin");
    const TestServer::User stranger = api_.makeUser(api_.makeBucket(), "admin");
    for (const auto& [route, auth] : declaredRoutes(api_)) {
        if (auth != Auth::ReadKey) continue;
        SCOPED_TRACE(route);
        std::string url = route.substr(route.find(' ') + 1);
        url.replace(url.find("{bucket_slug}"), 13, bucket.slug);
        for (const std::string& token : {std::string("x"), bucket.writeKey, bucket.readKey}) {
            EXPECT_EQ(refusalOf(api_.get(url, {bearer(token)})), noReadToken(bucket.slug));
        }
        EXPECT_EQ(refusalOf(api_.get(url, {bearer(stranger.token)})), missing("bucket", bucket.slug));
        EXPECT_EQ(refusalOf(api_.get(url + "?read_key=" + admin.token)),
                  "401: the read key is not that of bucket '" + bucket.slug + "'");
        if (route.ends_with("/changes")) continue;  // a stream, which does not end
        EXPECT_NE(api_.get(url, {bearer(admin.token)}).status, 401);
    }
}

TEST_P(Roles, EverybodyMayCallWhatTheirRoleAllowsAndARefusalWritesNothing) {
    const TestServer::Bucket source = makeSource();
    const TestServer::User admin = api_.makeUser(source, "admin");
    // An admin elsewhere, and of the merges' source: that counts for nothing here.
    const TestServer::User actor = api_.makeUser(source, "admin");
    const std::map<std::string, Auth> routes = declaredRoutes(api_);
    const std::vector<Row> rows = allRows();
    for (const Caller& caller : everybody()) {
        SCOPED_TRACE(caller.name);
        Walk walk(api_, admin, actor, source);
        ASSERT_NO_FATAL_FAILURE(walk.join(caller));
        for (const Row& row : rows) {
            const auto route = routes.find(row.method + " " + kBucket + row.route);
            if (route == routes.end()) continue;  // reported above
            walk.check(row, walk.tokenOf(caller), expectedStatus(row, route->second, caller));
        }
    }
}

TEST_P(Roles, AnAdministratorOfTheServerIsAStrangerToBucketsWithoutARole) {
    const TestServer::Bucket source = makeSource();
    const TestServer::User admin = api_.makeUser(source, "admin");
    TestServer::User operatorUser{"", "operator@example.com", ""};
    operatorUser.id = api_.server().plugins().find<Identity>()->addAccount(operatorUser.email, kPassword, true).id;
    operatorUser.token = api_.signIn(operatorUser.email, kPassword);
    Walk walk(api_, admin, operatorUser, source);
    const std::vector<Row> rows = allRows();
    for (const Row& row : rows) walk.check(row, operatorUser.token, 404);
}

TEST_P(Roles, EveryMemberMayLeaveAndNobodyElse) {
    const TestServer::Bucket bucket = api_.makeBucket();
    const std::string url = "/v2/buckets/" + bucket.slug + "/membership";
    api_.makeUser(bucket, "admin");
    for (const char* role : {"admin", "developer", "editor"}) {
        SCOPED_TRACE(role);
        const TestServer::User member = api_.makeUser(bucket, role);
        EXPECT_EQ(api_.send("DELETE", url, member.token, nullptr).status, 200);
        EXPECT_EQ(refusalOf(api_.send("DELETE", url, member.token, nullptr)), missing("bucket", bucket.slug));
    }
    for (const std::string& token : {std::string("x"), bucket.readKey}) {
        EXPECT_EQ(refusalOf(api_.send("DELETE", url, token, nullptr)), kBadToken);
    }
    EXPECT_EQ(refusalOf(api_.send("DELETE", url, bucket.writeKey, nullptr)), kNoUser);
}

TEST_P(Roles, AccountRoutesNeedATokenAndNoRole) {
    const TestServer::Bucket bucket = api_.makeBucket();
    const TestServer::User stranger = api_.makeUser(bucket, "");
    const std::int64_t before = api_.lastChange();
    for (const std::string& route : kAccountRoutes) {
        SCOPED_TRACE(route);
        const std::string method = route.substr(0, route.find(' '));
        const std::string url = route.substr(route.find(' ') + 1);
        for (const std::string& token : {std::string(), bucket.writeKey, bucket.readKey, stranger.token + "x"}) {
            const std::string refusal = refusalOf(api_.send(method, url, token, JsonObject{{"title", "x"}}));
            EXPECT_EQ(refusal, token.empty() ? kNoToken : kBadToken);
        }
    }
    EXPECT_EQ(api_.lastChange(), before);
    EXPECT_EQ(api_.get("/v2/user", {bearer(stranger.token)}).status, 200);
    EXPECT_EQ(api_.get("/v2/buckets", {bearer(stranger.token)}).array("buckets").size(), 0u);
    EXPECT_EQ(api_.send("POST", "/v2/buckets", stranger.token, JsonObject{{"title", "Mine"}}).status, 200);
    EXPECT_EQ(api_.send("DELETE", "/v2/authenticate", stranger.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(api_.get("/v2/user", {bearer(stranger.token)})), kBadToken);
}

}  // namespace
}  // namespace inkwell::test
