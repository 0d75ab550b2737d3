#include "tests/backup/site.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "tests/support/eventually.h"
#include "tests/support/http_receiver.h"
#include "tests/support/invitation.h"

namespace inkwell::test {

namespace {

constexpr int kPage = 1000;

JsonObject checked(const Reply& reply, const std::string& what) {
    EXPECT_EQ(reply.status, 200) << what << ": " << reply.body;
    return reply.status == 200 ? reply.json() : JsonObject();
}

JsonObject member(const JsonObject& object, std::string_view name) {
    const Json* found = object.if_contains(name);
    return found == nullptr || !found->is_object() ? JsonObject() : found->as_object();
}

JsonObject metafield(const std::string& type, const std::string& key, const std::string& value) {
    return {{"type", type}, {"title", key}, {"key", key}, {"value", value}};
}

}  // namespace

Site::Site(Engine engine) : installation_(engine), engine_(engineName(engine)) {
    std::ofstream(installation_.directory() + "/config/plugins.d/webhooks.json")
        << R"({"allowed_hosts": ["127.0.0.1"]})";
}

void Site::start() { server_ = installation_.serve(); }

void Site::kill() {
    server_->send(SIGKILL);
    server_->wait();
}

JsonObject Site::ask(const std::string& method, const std::string& path, const std::string& token, const Json& body) {
    Headers headers;
    if (!token.empty()) headers.push_back(bearer(token));
    return checked(sendRequest(port(), method, path, headers, body.is_null() ? "" : writeJson(body)), path);
}

void Site::prepare(const std::string& webhookEndpoint) {
    const Finished added = installation_.run({"user", "add", "--email", "ann@example.com", "--admin"});
    ASSERT_EQ(added.code, 0) << added.err;
    keys_.token = acceptInvitation(port(), "ann@example.com", added.out);
    const JsonObject bucket =
        member(ask("POST", "/v2/buckets", keys_.token, {{"title", "B"}, {"slug", "b"}}), "bucket");
    const JsonObject access = member(bucket, "api_access");
    keys_.read = textOf(access, "read_key");
    keys_.write = textOf(access, "write_key");
    ask("POST", "/v2/buckets/b/object-types", keys_.token, {{"title", "Posts"}});
    const JsonObject hook{{"endpoint", webhookEndpoint}, {"event", "object.created.published"}};
    keys_.webhookId = textOf(member(ask("POST", "/v2/buckets/b/webhooks", keys_.token, hook), "webhook"), "id");
    const JsonObject root{{"type", "posts"}, {"title", "Root"}};
    keys_.rootId = textOf(member(ask("POST", "/v2/buckets/b/objects", keys_.write, root), "object"), "id");
    keys_.picture = textOf(uploadNumber(port(), keys_.write, 0), "name");
}

JsonObject Site::createPost(const std::string& title, bool triggerWebhook) {
    return ask("POST", "/v2/buckets/b/objects", keys_.write, postBody(keys_, title, triggerWebhook));
}

JsonArray Site::listAll(const std::string& resource) {
    JsonArray all;
    for (std::size_t skip = 0;; skip += kPage) {
        const JsonObject page = ask("GET",
                                    "/v2/buckets/b/" + resource + "?limit=" + std::to_string(kPage) +
                                        "&skip=" + std::to_string(skip) + "&read_key=" + keys_.read,
                                    "");
        const JsonArray* items = arrayOf(page, resource);
        if (items == nullptr) return all;
        all.insert(all.end(), items->begin(), items->end());
        if (items->size() < kPage) return all;
    }
}

std::set<std::string> Site::deliveryIds(const std::string& state) {
    std::set<std::string> ids;
    const JsonObject log = ask("GET",
                               "/v2/buckets/b/webhooks/" + keys_.webhookId + "/deliveries?limit=1000" +
                                   (state.empty() ? "" : "&state=" + state),
                               keys_.token);
    const JsonArray* deliveries = arrayOf(log, "deliveries");
    if (deliveries == nullptr) return ids;
    for (const Json& one : *deliveries) ids.emplace(textOf(one.as_object(), "id"));
    return ids;
}

void Site::letLeasesRunOut() {
    const std::string sql = "UPDATE webhooks_deliveries SET lease_until = 1 WHERE lease_until IS NOT NULL";
    if (engine_ == "mysql") {
        PrivateMariaDb::instance().run("USE " + installation_.database() + "; " + sql);
    } else {
        const Finished done = runProgram("/usr/bin/sqlite3", {installation_.database(), sql});
        ASSERT_EQ(done.code, 0) << done.err;
    }
}

Json postBody(const Site::Keys& keys, const std::string& title, bool triggerWebhook) {
    JsonObject related = metafield("object", "root", keys.rootId);
    related["object_type"] = "posts";
    return {{"type", "posts"},
            {"title", title},
            {"trigger_webhook", triggerWebhook},
            {"metafields", {metafield("text", "name", title), metafield("file", "picture", keys.picture), related}}};
}

std::string bytesOf(int number) {
    return std::to_string(number) + std::string(static_cast<std::size_t>(number % 50) * 400, 'x');
}

JsonObject uploadNumber(int port, const std::string& writeKey, int number) {
    const std::string body = "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" +
                             std::to_string(number) + ".bin\"\r\n\r\n" + bytesOf(number) + "\r\n--limit--\r\n";
    const Reply reply = sendRequest(port, "POST", "/v2/buckets/b/media",
                                    {bearer(writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}}, body);
    return member(checked(reply, "upload"), "media");
}

Writers::Writers(int port, Site::Keys keys) : port_(port), keys_(std::move(keys)) {
    threads_.emplace_back([this] { createPosts(); });
    threads_.emplace_back([this] { upload(1'000'000); });
    threads_.emplace_back([this] { upload(2'000'000); });
}

Writers::~Writers() {
    ending_ = true;
    for (std::thread& thread : threads_) thread.join();
}

void Writers::createPosts() {
    for (int n = 0; !ending_; ++n) {
        const std::string title = "post-" + std::to_string(n);
        checked(sendRequest(port_, "POST", "/v2/buckets/b/objects", {bearer(keys_.write)},
                            writeJson(postBody(keys_, title, false))),
                title);
        const std::lock_guard lock(mutex_);
        answered_.titles.insert(title);
    }
}

void Writers::upload(int first) {
    for (int n = first; !ending_; ++n) {
        const JsonObject media = uploadNumber(port_, keys_.write, n);
        const std::string name(textOf(media, "name"));
        const bool stays = n % 2 == 0;
        if (!stays) {
            const std::string path = "/v2/buckets/b/media/" + std::string(textOf(media, "id"));
            checked(sendRequest(port_, "DELETE", path, {bearer(keys_.write)}), path);
        }
        const std::lock_guard lock(mutex_);
        if (stays) {
            answered_.media[name] = n;
        } else {
            answered_.deleted.insert(name);
        }
    }
}

Writers::Answered Writers::answered() const {
    const std::lock_guard lock(mutex_);
    return answered_;
}

void Writers::waitFor(std::size_t more) const {
    const Answered before = answered();
    ASSERT_TRUE(eventually([&] {
        const Answered now = answered();
        return now.titles.size() >= before.titles.size() + more && now.deleted.size() >= before.deleted.size() + more;
    }));
}

}  // namespace inkwell::test
