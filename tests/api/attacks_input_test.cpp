// Bodies that say more than they may, or other things than texts where texts belong: interface/errors-and-limits.md,
// "Request bodies".
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "inkwell/identity.h"
#include "tests/api/attack_world.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

constexpr const char* kBucket = "/v2/buckets/{bucket_slug}";
constexpr const char* kSomeId = "0123456789abcdef01234567";

enum class Sender { Nobody, WriteKey, User, Operator };

/// What a documented field takes beside, or in place of, a text.
enum class Kind { Text, Texts, Flag, Object, Number };

struct Form {
    std::string method, path;
    Sender sender;
    JsonObject valid;
    std::vector<std::pair<std::string, Kind>> fields;
    std::set<std::string> ignored = {};  // what a client read and may send back
};

using Fields = std::vector<std::pair<std::string, Kind>>;

Fields operator+(Fields fields, const Fields& more) {
    fields.insert(fields.end(), more.begin(), more.end());
    return fields;
}

Fields texts(std::initializer_list<const char*> names) {
    Fields fields;
    for (const char* name : names) fields.emplace_back(name, Kind::Text);
    return fields;
}

class AttacksInput : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        world_ = std::make_unique<AttackWorld>(api());
        const std::string email = world_->bucket.slug + "-operator@example.com";
        api().server().plugins().find<Identity>()->addAccount(email, kPassword, true);
        operator_ = api().signIn(email, kPassword);
    }

    std::vector<Form> forms() const;

    Reply send(const Form& form, const JsonObject& body) {
        const std::string token = form.sender == Sender::WriteKey   ? world_->bucket.writeKey
                                  : form.sender == Sender::User     ? world_->admin.token
                                  : form.sender == Sender::Operator ? operator_
                                                                    : "";
        return api().send(form.method, world_->urlOf(form.path), token, body);
    }

    std::unique_ptr<AttackWorld> world_;
    std::string operator_;  // the token of an administrator of the server
};
INKWELL_ON_BOTH_ENGINES(AttacksInput);

std::vector<Form> contentForms() {
    const std::string bucket = kBucket;
    const Fields object =
        texts({"title", "slug", "content", "status", "locale", "thumbnail"}) +
        Fields{{"metafields", Kind::Text},   {"options", Kind::Text},         {"publish_at", Kind::Text},
               {"unpublish_at", Kind::Text}, {"trigger_webhook", Kind::Flag}, {"pretty", Kind::Flag},
               {"metadata", Kind::Object}};
    const Fields type = texts({"title", "singular", "slug", "priority_locale", "emoji", "metafields", "options"}) +
                        Fields{{"localization", Kind::Flag},
                               {"singleton", Kind::Flag},
                               {"keep_revisions", Kind::Flag},
                               {"enforce_validation", Kind::Flag},
                               {"locales", Kind::Texts}};
    const std::set<std::string> read{"id", "object", "objects", "metadata"};
    const Fields metafield =
        texts({"type", "title", "key", "value", "helptext", "regex"}) + Fields{{"required", Kind::Flag}};
    const JsonObject titled{{"title", "T"}};
    return {
        {"POST",
         bucket + "/objects",
         Sender::WriteKey,
         {{"type", "posts"}, {"title", "T"}},
         object + texts({"type", "created_by"})},
        {"PATCH", bucket + "/objects/{id}", Sender::WriteKey, titled, object + Fields{{"keep_revision", Kind::Flag}}},
        {"POST",
         bucket + "/objects/{id}/restore",
         Sender::WriteKey,
         {{"revision", kSomeId}, {"as", "draft"}},
         texts({"revision", "as"}) +
             Fields{{"fields", Kind::Texts}, {"keep_revision", Kind::Flag}, {"trigger_webhook", Kind::Flag}}},
        {"POST", bucket + "/objects/{object_id}/revisions", Sender::WriteKey, titled, object + texts({"created_by"})},
        {"POST",
         bucket + "/objects/{id}/metafields",
         Sender::WriteKey,
         {{"type", "text"}, {"title", "A"}, {"key", "a"}, {"value", "x"}},
         metafield,
         read},
        {"PATCH", bucket + "/objects/{id}/metafields/{key}", Sender::WriteKey, {{"value", "x"}}, metafield, read},
        {"POST", bucket + "/object-types", Sender::WriteKey, titled, type},
        {"PATCH", bucket + "/object-types/{slug}", Sender::WriteKey, titled, type},
        {"POST", bucket + "/object-types/{slug}/apply", Sender::WriteKey, {}, texts({"limit", "after"})},
        {"POST",
         bucket + "/schema",
         Sender::WriteKey,
         {{"dry_run", true}, {"files", {{"x.json", {{"slug", "x"}, {"title", "X"}, {"metafields", JsonArray()}}}}}},
         Fields{{"files", Kind::Object}, {"dry_run", Kind::Flag}, {"allow_destructive", Kind::Flag}}},
        {"POST", bucket + "/objects/{id}/draft/publish", Sender::WriteKey, {}, Fields{{"trigger_webhook", Kind::Flag}}},
        {"POST", bucket + "/media-folders", Sender::WriteKey, titled, texts({"title"})},
        {"PATCH", bucket + "/media-folders/{slug}", Sender::WriteKey, titled, texts({"title"})},
        {"PATCH",
         bucket + "/media/{id}",
         Sender::WriteKey,
         {{"metadata", {{"a", 1}}}},
         Fields{{"folder", Kind::Text}, {"metadata", Kind::Object}, {"trigger_webhook", Kind::Flag}}},
    };
}

/// Of many objects, and of what members have beside the content.
std::vector<Form> workForms() {
    const std::string bucket = kBucket;
    const Fields pretty{{"pretty", Kind::Flag}};
    const Fields token = texts({"title", "expires_at"}) + Fields{{"permissions", Kind::Object}};
    const Fields view = texts({"title", "type", "sort"}) +
                        Fields{{"query", Kind::Object}, {"columns", Kind::Texts}, {"shared", Kind::Flag}};
    return {
        {"POST",
         bucket + "/objects/bulk",
         Sender::WriteKey,
         {{"ids", JsonArray{Json(kSomeId)}}, {"action", "publish"}},
         texts({"action", "mode"}) + pretty +
             Fields{{"ids", Kind::Texts},
                    {"query", Kind::Object},
                    {"set", Kind::Object},
                    {"dry_run", Kind::Flag},
                    {"trigger_webhook", Kind::Flag}}},
        {"PUT",
         bucket + "/objects/{object_id}/autosave",
         Sender::User,
         {{"object", JsonObject()}, {"version", 1}},
         pretty + Fields{{"object", Kind::Object}, {"version", Kind::Number}}},
        {"POST", bucket + "/presence", Sender::User, {{"object", kSomeId}}, texts({"object", "field"}) + pretty},
        {"POST", bucket + "/views", Sender::User, {{"title", "T"}}, view},
        {"PATCH", bucket + "/views/{id}", Sender::User, {{"title", "T"}}, view},
        {"POST", bucket + "/tokens", Sender::User, {{"title", "T"}, {"permissions", {{"read", "published"}}}}, token},
        {"PATCH", bucket + "/tokens/{id}", Sender::User, {{"title", "T"}}, token},
    };
}

/// Of the server and of accounts, beside those in `forms`.
std::vector<Form> serverForms() {
    return {
        {"PATCH",
         "/v2/server/plugins/{id}",
         Sender::Operator,
         {{"enabled", true}, {"password", kPassword}},
         texts({"password"}) + Fields{{"enabled", Kind::Flag}, {"pretty", Kind::Flag}}},
        {"POST",
         "/v2/server/accounts",
         Sender::Operator,
         {{"email", "attack@example.com"}, {"password", kPassword}},
         texts({"email", "password"}) + Fields{{"pretty", Kind::Flag}}},
        {"POST",
         "/v2/server/accounts/{id}/invitation",
         Sender::Operator,
         {{"password", kPassword}},
         texts({"password"}) + Fields{{"pretty", Kind::Flag}}},
        {"POST",
         "/v2/server/accounts/{id}/removal",
         Sender::Operator,
         {{"password", kPassword}},
         texts({"password"}) + Fields{{"pretty", Kind::Flag}}},
        {"POST", "/v2/user/password-resets", Sender::Nobody, {{"email", "attack@example.com"}}, texts({"email"})},
        {"POST", "/v2/user/password-resets/{token}", Sender::Nobody, {{"password", kPassword}}, texts({"password"})},
    };
}

std::vector<Form> AttacksInput::forms() const {
    const std::string bucket = kBucket;
    const Fields role = Fields{{"role", Kind::Text},
                               {"publishing_restrictions", Kind::Text},
                               {"additional_permissions", Kind::Texts},
                               {"object_types", Kind::Texts}};
    const Fields webhook = texts({"endpoint", "title", "event", "props"}) + Fields{{"events", Kind::Texts},
                                                                                   {"object_types", Kind::Texts},
                                                                                   {"headers", Kind::Object},
                                                                                   {"enabled", Kind::Flag}};
    std::vector<Form> all = contentForms();
    const std::vector<Form> others = {
        {"POST",
         "/v2/authenticate",
         Sender::Nobody,
         {{"email", world_->admin.email}, {"password", kPassword}},
         texts({"email", "password"})},
        {"POST",
         "/v2/session",
         Sender::Nobody,
         {{"email", world_->admin.email}, {"password", kPassword}},
         texts({"email", "password"})},
        {"POST", "/v2/invitations/{token}", Sender::Nobody, {{"password", kPassword}}, texts({"password"})},
        {"PATCH",
         "/v2/user",
         Sender::User,
         {{"first_name", "A"}},
         texts({"first_name", "last_name", "avatar_url", "username", "bio", "website", "company", "location", "twitter",
                "linkedin", "github", "email", "password", "current_password"})},
        {"POST",
         "/v2/buckets",
         Sender::User,
         {{"title", "T"}},
         texts({"title", "slug", "cluster"}) + Fields{{"pretty", Kind::Flag}}},
        {"PATCH",
         bucket,
         Sender::User,
         {{"title", "T"}},
         texts({"title", "thumbnail"}) + Fields{{"read_key_reads_drafts", Kind::Flag},
                                                {"trash_on_delete", Kind::Flag},
                                                {"reset_api_access_keys", Kind::Flag},
                                                {"pretty", Kind::Flag}}},
        {"POST",
         bucket + "/users",
         Sender::User,
         {{"first_name", "A"}, {"last_name", "B"}, {"email", "attack@example.com"}, {"role", "editor"}},
         role + texts({"first_name", "last_name", "email"})},
        {"PATCH", bucket + "/users/{id}", Sender::User, {{"role", "editor"}}, role},
        {"POST",
         bucket + "/merge-requests",
         Sender::User,
         {{"title", "M"}, {"source_bucket", world_->other.slug}, {"objects", JsonArray{Json(world_->objectOfOther)}}},
         texts({"title", "source_bucket"}) + Fields{{"objects", Kind::Texts}, {"pretty", Kind::Flag}}},
        {"POST", bucket + "/merge-requests/{id}/complete", Sender::User, {}, Fields{{"trigger_webhook", Kind::Flag}}},
        {"POST",
         bucket + "/webhooks",
         Sender::User,
         {{"endpoint", "http://127.0.0.1:9/"}, {"event", "object.deleted"}},
         webhook},
        {"PATCH", bucket + "/webhooks/{id}", Sender::User, {{"title", "T"}}, webhook},
    };
    for (const std::vector<Form>& more : {others, workForms(), serverForms()}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

// In place of a field of that kind.
std::vector<Json> wrongValues(Kind kind) {
    std::vector<Json> values = {JsonArray{JsonObject{{"$gt", ""}}}, JsonArray{JsonArray{}}, 0.5};
    if (kind != Kind::Number) values.emplace_back(12345);
    if (kind != Kind::Object) values.emplace_back(JsonObject{{"$ne", ""}});
    if (kind != Kind::Flag) values.emplace_back(true);
    if (kind == Kind::Text) values.emplace_back(JsonArray{"text"});
    if (kind == Kind::Object || kind == Kind::Flag || kind == Kind::Number) values.emplace_back("text");
    return values;
}

bool names(const Reply& reply, const std::string& field) {
    const std::vector<std::string> problems = reply.problems();
    return std::any_of(problems.begin(), problems.end(),
                       [&](const std::string& problem) { return problem.starts_with(field); });
}

TEST_P(AttacksInput, CoverEveryRouteThatTakesJson) {
    std::set<std::string> covered;
    for (const Form& form : forms()) covered.insert(form.method + " " + form.path);
    for (const AttackWorld::Target& target : world_->targets()) {
        if (target.route->options.body != BodyKind::Json) continue;
        EXPECT_TRUE(covered.contains(target.name())) << target.name() << " needs a form in this test";
    }
}

TEST_P(AttacksInput, ObjectsArraysAndNumbersAreNoTexts) {
    const auto before = world_->state();
    for (const Form& form : forms()) {
        for (const auto& [field, kind] : form.fields) {
            for (const Json& value : wrongValues(kind)) {
                JsonObject body = form.valid;
                body[field] = value;
                SCOPED_TRACE(form.method + " " + form.path + " " + writeJson(body));
                const Reply reply = send(form, body);
                EXPECT_EQ(reply.status, 400);
                EXPECT_TRUE(reply.status != 400 || names(reply, field)) << reply.body;
            }
        }
    }
    EXPECT_EQ(world_->state(), before);
}

TEST_P(AttacksInput, NothingIsAssignedThatIsNotDocumented) {
    const std::vector<std::string> names = {"id",
                                            "_id",
                                            "ID",
                                            "bucket",
                                            "bucket_id",
                                            "bucket_slug",
                                            "created_at",
                                            "modified_at",
                                            "modifield_at",
                                            "created_by",
                                            "modified_by",
                                            "published_at",
                                            "unpublish_at",
                                            "created",
                                            "name",
                                            "original_name",
                                            "size",
                                            "type",
                                            "url",
                                            "image_url",
                                            "imgix_url",
                                            "location",
                                            "metadata",
                                            "total",
                                            "version",
                                            "document",
                                            "position",
                                            "order",
                                            "object_id",
                                            "revision_id",
                                            "user_id",
                                            "owner",
                                            "admin",
                                            "is_admin",
                                            "server_admin",
                                            "password_hash",
                                            "hash",
                                            "digest",
                                            "api_access",
                                            "read_key",
                                            "write_key",
                                            "secret",
                                            "token",
                                            "expires_at",
                                            "role",
                                            "roles",
                                            "permissions",
                                            "object_types",
                                            "email",
                                            "password",
                                            "status",
                                            "slug",
                                            "attempts",
                                            "failures",
                                            "claimed_by",
                                            "next_attempt_at",
                                            "reset_api_access_keys",
                                            "__proto__",
                                            "constructor",
                                            "prototype",
                                            "$set",
                                            "$where",
                                            "Title",
                                            "title ",
                                            "t\xD1\x96tle"};
    const auto before = world_->state();
    for (const Form& form : forms()) {
        for (const std::string& name : names) {
            const bool documented = std::any_of(form.fields.begin(), form.fields.end(),
                                                [&](const auto& field) { return field.first == name; });
            if (documented || form.ignored.contains(name)) continue;
            SCOPED_TRACE(form.method + " " + form.path + " with " + name);
            for (const Json& value : {Json(kSomeId), Json(true), Json(JsonObject{{"a", 1}})}) {
                JsonObject body = form.valid;
                body[name] = value;
                const Reply reply = send(form, body);
                ASSERT_EQ(reply.status, 400) << reply.body;
                // The rest of the body has no fault, so that this alone is what is refused.
                ASSERT_EQ(reply.problems().size(), 1u) << reply.body;
                EXPECT_TRUE(reply.problems()[0].starts_with(name + ": ")) << reply.body;
            }
        }
    }
    EXPECT_EQ(world_->state(), before);
}

TEST_P(AttacksInput, NothingIsAssignedInsideOfWhatIsDocumented) {
    const auto before = world_->state();
    for (const Form& form : forms()) {
        for (const auto& [field, kind] : form.fields) {
            if (field != "options" && field != "metafields") continue;
            for (const char* name : {"bucket", "created_at", "server_admin", "__proto__", "$set"}) {
                JsonObject body = form.valid;
                const JsonObject metafield{{"type", "text"}, {"title", "A"}, {"key", "a"}, {"value", "x"}, {name, "x"}};
                body[field] = field == "options" ? Json(JsonObject{{name, "x"}}) : Json(JsonArray{metafield});
                const Reply reply = send(form, body);
                EXPECT_EQ(reply.status, 400) << form.path << " " << writeJson(body) << reply.body;
                EXPECT_NE(reply.message().find(name), std::string::npos) << reply.body;
            }
        }
    }
    EXPECT_EQ(world_->state(), before);
}

TEST_P(AttacksInput, AnUploadAssignsNothingElse) {
    const auto part = [](const std::string& name, const std::string& value) {
        return "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    };
    const std::string file =
        "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\nhello\r\n";
    const auto before = world_->state();
    for (const char* name : {"id", "bucket", "name", "original_name", "size", "type", "url", "created", "location",
                             "media[name]", "media.name", "__proto__", "Folder", "read_key"}) {
        for (const std::string& body : {part(name, kSomeId) + file, file + part(name, kSomeId)}) {
            const Reply reply =
                sendRequest(api().port(), "POST", world_->urlOf(std::string(kBucket) + "/media"),
                            {bearer(world_->bucket.writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}},
                            body + "--limit--\r\n");
            EXPECT_EQ(reply.status, 400) << name << reply.body;
            EXPECT_NE(reply.body.find(name), std::string::npos) << reply.body;
        }
    }
    EXPECT_EQ(world_->state(), before);
}

TEST_P(AttacksInput, AFileNameIsWellFormed) {
    const auto before = world_->state();
    const std::vector<std::pair<std::string, std::string>> names = {
        {"filename*=a.txt", "does not begin with a charset and a language"},
        {"filename=a.txt; filename*=UTF-16''a.txt", "is in another charset than UTF-8"},
        {"filename*=UTF-8''%C3.txt", "the file name is not UTF-8"},
        {"filename*=UTF-8''a%00.txt", "the file name holds control characters"},
        {"filename*=UTF-8''a%0D%0AX-Y%3A%20z", "the file name holds control characters"},
        {"filename*=UTF-8''", "the file name is empty"},
        {"filename*=UTF-8''..%2F", "the file name is empty"},
        {"filename=\"=?UTF-8?Q?=00?=\"", "the file name holds control characters"},
        {"filename=\"=?UTF-8?Q?=C3?=\"", "the file name is not UTF-8"},
        {"filename=\"=?UTF-8?B?!?=\"", "whose text is not base64"},
        {"filename=\"=?UTF-32?Q?a?=\"", "in another charset than"}};
    for (const auto& [name, words] : names) {
        const Reply reply = sendRequest(
            api().port(), "POST", world_->urlOf(std::string(kBucket) + "/media"),
            {bearer(world_->bucket.writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}},
            "--limit\r\nContent-Disposition: form-data; name=\"media\"; " + name + "\r\n\r\nhello\r\n--limit--\r\n");
        EXPECT_EQ(reply.status, 400) << name << reply.body;
        EXPECT_NE(reply.body.find(words), std::string::npos) << reply.body;
    }
    EXPECT_EQ(world_->state(), before);
}

TEST_P(AttacksInput, CredentialsAreTexts) {
    const auto before = world_->state();
    const std::string email = writeJson(Json(world_->admin.email));
    std::vector<std::string> bodies = {"null",
                                       "true",
                                       "\"text\"",
                                       "0",
                                       "[]",
                                       "{}",
                                       R"({"email": )" + email + "}",
                                       R"({"email": {"$ne": ""}, "password": {"$ne": ""}})",
                                       R"({"email": [)" + email + R"(], "password": "x"})",
                                       R"({"email": true, "password": "x"})",
                                       R"([{"email": )" + email + R"(, "password": "x"}])"};
    for (const char* password : {R"({"$ne": ""})", R"({"$regex": ".*"})", "true", "0", "null", "[]", "\"\""}) {
        bodies.push_back(R"({"email": )" + email + R"(, "password": )" + password + "}");
    }
    for (const std::string& body : bodies) {
        const Reply reply = sendRequest(api().port(), "POST", "/v2/authenticate", {}, body);
        EXPECT_EQ(reply.status, 400) << body << reply.body;
        const std::string said = reply.message();
        EXPECT_TRUE(said.find("email") != std::string::npos || said.find("password") != std::string::npos ||
                    said.find("must be a JSON object") != std::string::npos)
            << said;
    }
    EXPECT_EQ(world_->state(), before);
}

}  // namespace
}  // namespace inkwell::test
