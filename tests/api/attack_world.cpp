#include "tests/api/attack_world.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "inkwell/identity.h"
#include "inkwell/text.h"
#include "kernel/snapshot/method_name.h"

namespace inkwell::test {

namespace {

constexpr const char* kUpload =
    "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\nhello\r\n--limit--\r\n";

}  // namespace

AttackWorld::AttackWorld(TestServer& server) : server_(server), snapshot_(server.server().plugins().snapshot()) {
    bucket = server_.makeBucket();
    other = server_.makeBucket();
    admin = server_.makeUser(bucket, "admin");
    editor = server_.makeUser(bucket, "editor");
    stranger = server_.makeUser(bucket, "");
    adminOfOther = server_.makeUser(other, "admin");
    fill();
    for (const kernel::Route& route : snapshot_->router->routes()) {
        targets_.push_back({&route, std::string(kernel::methodName(route.method)), urlOf(route.path)});
    }
}

std::string AttackWorld::make(const std::string& rest, const JsonObject& body, const std::string& name,
                              const std::string& token, const TestServer::Bucket& where) {
    const Reply reply = server_.send("POST", "/v2/buckets/" + where.slug + rest, token, body);
    if (reply.status != 200) throw std::runtime_error(rest + ": " + reply.body);
    const JsonObject made = reply.object(name);
    return std::string(textOf(made, made.contains("id") ? "id" : "slug"));
}

void AttackWorld::fill() {
    const std::string& key = bucket.writeKey;
    server_.server().plugins().find<Identity>()->addAdmin(admin.id, other.id);
    for (const TestServer::Bucket& one : {bucket, other}) {
        make("/object-types", {{"title", "Posts"}, {"slug", "posts"}}, "object_type", one.writeKey, one);
    }
    objectOfOther = make("/objects", {{"type", "posts"}, {"title", "Elsewhere"}}, "object", other.writeKey, other);
    const JsonObject field{{"type", "text"}, {"title", "K"}, {"key", "k"}, {"value", "v"}};
    const std::string object = make(
        "/objects", {{"type", "posts"}, {"title", "Post"}, {"metafields", JsonArray{field}}}, "object", key, bucket);
    const Reply media = sendRequest(server_.port(), "POST", "/v2/buckets/" + bucket.slug + "/media",
                                    {bearer(key), {"Content-Type", "multipart/form-data; boundary=limit"}}, kUpload);
    values_ = {
        {"buckets/{bucket_slug}", bucket.slug},
        {"images/{bucket_slug}", bucket.slug},
        {"media-files/{bucket_slug}", bucket.slug},
        {"object-types/{slug}", "posts"},
        {"objects/{id}", object},
        {"objects/{object_id}", object},
        {"metafields/{key}", "k"},
        {"revisions/{revision_id}",
         make("/objects/" + object + "/revisions", {{"title", "R"}}, "revision", key, bucket)},
        {"media/{id}", std::string(textOf(media.object("media"), "id"))},
        {"media-folders/{slug}", make("/media-folders", {{"title", "Folder"}}, "media_folder", key, bucket)},
        {"users/{id}", editor.id},
        {"merge-requests/{id}",
         make("/merge-requests",
              {{"title", "M"}, {"source_bucket", other.slug}, {"objects", JsonArray{Json(objectOfOther)}}},
              "merge_request", admin.token, bucket)},
        {"webhooks/{id}", make("/webhooks", {{"endpoint", "http://127.0.0.1:9/"}, {"event", "object.deleted"}},
                               "webhook", admin.token, bucket)},
    };
}

std::string AttackWorld::urlOf(const std::string& path) const {
    std::string url, before;
    for (std::size_t start = 1; start <= path.size();) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        const std::string segment = path.substr(start, end - start);
        if (segment.starts_with('{')) {
            const auto value = values_.find(before + "/" + segment);
            url += "/" + (value == values_.end() ? std::string("0123456789abcdef01234567") : value->second);
        } else {
            url += "/" + segment;
            before = segment;
        }
        start = end + 1;
    }
    return url;
}

std::string AttackWorld::bodyOf(const Target& target) {
    static const std::map<std::string, std::string> kBodies = {
        {"POST /v2/buckets/{bucket_slug}/objects", R"({"type": "posts", "title": "Attack"})"},
        {"POST /v2/buckets/{bucket_slug}/objects/{id}/metafields",
         R"({"type": "text", "title": "A", "key": "a", "value": "x"})"},
        {"PATCH /v2/buckets/{bucket_slug}/objects/{id}/metafields/{key}", R"({"value": "Attack"})"},
        {"POST /v2/buckets/{bucket_slug}/users",
         R"({"first_name": "A", "last_name": "B", "email": "attack@example.com", "role": "admin"})"},
        {"PATCH /v2/buckets/{bucket_slug}/users/{id}", R"({"role": "admin"})"},
        {"PATCH /v2/buckets/{bucket_slug}/media/{id}", R"({"metadata": {"attack": true}})"},
        {"PATCH /v2/user", R"({"first_name": "Attack"})"},
        {"POST /v2/buckets/{bucket_slug}/webhooks",
         R"({"endpoint": "http://127.0.0.1:9/", "event": "object.deleted"})"},
        {"POST /v2/buckets/{bucket_slug}/merge-requests/{id}/complete", "{}"},
    };
    const bool json = target.route->options.body == BodyKind::Json;
    const auto body = kBodies.find(target.name());
    return body != kBodies.end() ? body->second : json ? R"({"title": "Attack"})" : "";
}

std::map<std::string, std::int64_t> AttackWorld::state() const {
    std::map<std::string, std::int64_t> state = server_.rowCounts();
    state["the last change"] = server_.lastChange();
    return state;
}

std::vector<std::pair<std::string, std::string>> mangled(const std::string& secret) {
    std::string otherCase = secret;
    for (char& c : otherCase) {
        const auto byte = static_cast<unsigned char>(c);
        c = static_cast<char>(std::islower(byte) != 0 ? std::toupper(byte) : std::tolower(byte));
    }
    const std::string rest = secret.substr(1);
    const std::size_t middle = secret.size() / 2;
    return {
        {"in changed case", otherCase},
        {"in lower case", asciiLower(secret)},
        {"without its end", secret.substr(0, secret.size() - 1)},
        {"without its beginning", rest},
        {"its first half", secret.substr(0, middle)},
        {"twice", secret + secret},
        {"backwards", std::string(secret.rbegin(), secret.rend())},
        {"with a letter behind", secret + "a"},
        {"with a blank inside", secret.substr(0, middle) + " " + secret.substr(middle)},
        {"with an accent", "\xC3\xA9" + rest},
        {"with an accent behind", secret + "\xCC\x81"},
        {"with a wide letter", "\xEF\xBC\xA1" + rest},
        {"with a zero-width blank", secret + "\xE2\x80\x8B"},
        {"with a wildcard", "%"},
        {"as SQL", "' OR '1'='1"},
        {"as an operator", "{\"$ne\":\"\"}"},
        {"the word null", "null"},
        {"a zero", "0"},
    };
}

}  // namespace inkwell::test
