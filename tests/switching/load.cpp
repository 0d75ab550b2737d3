#include "tests/switching/load.h"

#include <stdexcept>

#include "tests/support/eventually.h"

namespace inkwell::test {

namespace {

const std::vector<std::string> kFile = {
    "--limit\r\nContent-Disposition: form-data; name=\"media\"; filename=\"a.txt\"\r\n\r\nsome ",
    "bytes\r\n--limit--\r\n"};
const std::pair<std::string, std::string> kMultipart = {"Content-Type", "multipart/form-data; boundary=limit"};
const std::pair<std::string, std::string> kTus = {"Tus-Resumable", "1.0.0"};

JsonObject madeOf(const Reply& reply, std::string_view name) {
    if (reply.status != 200) throw std::runtime_error("nothing was made: " + reply.body);
    return reply.object(name);
}

}  // namespace

Load::Load(TestServer& api, const Board& board)
    : api_(api), board_(board), bucket_(api.makeBucket()), admin_(api.makeUser(bucket_, "admin")) {
    api.send("POST", path("/object-types"), bucket_.writeKey, JsonObject{{"title", "Posts"}, {"slug", "posts"}});
    const JsonObject post{{"title", "First"}, {"type", "posts"}};
    objectId_ = textOf(madeOf(api.send("POST", path("/objects"), bucket_.writeKey, post), "object"), "id");
    const Reply media = sendRequest(api.port(), "POST", path("/media"), writer({kMultipart}), kFile[0] + kFile[1]);
    mediaName_ = textOf(madeOf(media, "media"), "name");

    const int port = api.port();
    run(port, &Load::readContent);
    run(port, &Load::readContent);
    run(port, &Load::readMedia);
    run(port, &Load::write);
    run(port, &Load::upload);
    run(port, &Load::uploadInPieces);
    run(port, &Load::manage);
    run(port, &Load::listen);
    run(port, &Load::listen);
    run(api.server().adminPort(), &Load::watch);
}

Load::~Load() { stop(); }

void Load::stop() {
    stopping_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void Load::await(const std::string& what) const {
    const auto isThere = [&] { return tally_.counts().contains(what) || !tally_.failures().empty(); };
    if (!eventually(isThere)) throw std::runtime_error("nobody did '" + what + "' yet");
}

void Load::run(int port, void (Load::*round)(Client&)) {
    threads_.emplace_back([this, port, round] {
        Client client(port, board_, tally_);
        try {
            while (!stopping_) (this->*round)(client);
        } catch (const std::exception& error) {
            tally_.fail(std::string("a client gave up: ") + error.what());
        }
    });
}

std::string Load::readPath(const std::string& rest) const {
    return path(rest) + (rest.find('?') == std::string::npos ? "?" : "&") + "read_key=" + bucket_.readKey;
}

Headers Load::writer(const Headers& more) const {
    Headers headers = {bearer(bucket_.writeKey)};
    headers.insert(headers.end(), more.begin(), more.end());
    return headers;
}

void Load::readContent(Client& client) {
    client.get({"list of objects"}, readPath("/objects?limit=20"));
    client.get({"object"}, readPath("/objects/" + objectId_));
    client.get({"object past the cache"}, readPath("/objects/" + objectId_ + "?use_cache=false"));
    client.get({"object types"}, readPath("/object-types"));
    client.get({"metafields"}, readPath("/objects/" + objectId_ + "/metafields"));
    client.get({"status"}, "/v2/status");
}

void Load::readMedia(Client& client) {
    client.get({"media", "media"}, readPath("/media?limit=20"));
    client.get({"media file", "media"}, "/v2/media-files/" + bucket_.slug + "/" + mediaName_);
    client.get({"revisions", "revisions"}, readPath("/objects/" + objectId_ + "/revisions?limit=5"));
    client.get({"merge requests", "merge_requests"}, readPath("/merge-requests"));
}

void Load::write(Client& client) {
    const JsonObject body{{"title", "Written"}, {"type", "posts"}, {"trigger_webhook", true}};
    const Reply added = client.send({"new object"}, "POST", path("/objects"), writer(), {writeJson(body)});
    if (added.status != 200) return;
    const std::string object = path("/objects/" + std::string(textOf(added.object("object"), "id")));
    client.send({"edited object"}, "PATCH", object, writer(), {R"({"title": )", R"("Edited"})"});
    client.send({"new revision", "revisions"}, "POST", object + "/revisions", writer(), {R"({"title": "Revised"})"});
    client.send({"deleted object"}, "DELETE", object, writer(), {});
}

void Load::upload(Client& client) {
    client.send({"upload", "media"}, "POST", path("/media"), writer({kMultipart}), kFile);
}

void Load::uploadInPieces(Client& client) {
    const Headers create = writer({kTus, {"Upload-Length", "10"}, {"Upload-Metadata", "filename YS50eHQ="}});
    const Reply made = client.send({"new upload", "media", false, {201}}, "POST", path("/media/tus"), create, {""});
    if (made.status != 201) return;
    const std::string& location = made.headers.at("location");
    const std::string upload = location.substr(location.find("/v2/"));
    for (const char* offset : {"0", "5"}) {
        const Headers append =
            writer({kTus, {"Upload-Offset", offset}, {"Content-Type", "application/offset+octet-stream"}});
        if (client.send({"piece", "media", false, {204}}, "PATCH", upload, append, {"by", "tes"}).status != 204) return;
    }
}

void Load::manage(Client& client) {
    const Headers headers = {bearer(admin_.token)};
    client.get({"own account", "users"}, "/v2/user", headers);
    client.get({"bucket", "", true}, path(""), headers);
    client.get({"webhooks", "webhooks", true}, path("/webhooks"), headers);
    client.get({"audit", "changes", true}, path("/audit?limit=5"), headers);
}

void Load::listen(Client& client) {
    client.listen({"stream of changes", "changes"}, readPath("/changes"), 20, stopping_);
}

void Load::watch(Client& client) {
    client.get({"metrics"}, "/metrics");
    client.get({"health"}, "/health");
    client.get({"readiness"}, "/health/ready");
}

}  // namespace inkwell::test
