#include "tests/kernel/http/live_server.h"

#include <algorithm>
#include <istream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "inkwell/client_network.h"
#include "inkwell/database.h"
#include "inkwell/error.h"
#include "kernel/http/openapi/kernel_routes.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel::test {

namespace {

Response fail(const Request& request) {
    const std::string kind = request.query("kind").value_or("");
    if (kind == "runtime") throw std::runtime_error("SELECT secret FROM vault");
    if (kind == "int") throw 42;
    if (kind == "api") {
        throw ApiError(429, "too_many_requests", "slow down").withHeader("Retry-After", "7").withLogText("inner");
    }
    if (kind == "problems")
        throw ApiError::badRequest("two things are wrong", {{"title", "is required"}, {"a[2].b", "x"}});
    if (kind == "unavailable") throw DatabaseError(DatabaseError::Kind::Unavailable, "host db-7 refused");
    if (kind == "lost") throw DatabaseError(DatabaseError::Kind::ConnectionLost, "gone");
    if (kind == "conflict") throw DatabaseError(DatabaseError::Kind::Conflict, "deadlock");
    if (kind == "unknown") throw DatabaseError(DatabaseError::Kind::OutcomeUnknown, "host db-7 went away");
    if (kind == "duplicate") throw DatabaseError(DatabaseError::Kind::Duplicate, "UNIQUE constraint failed");
    Response response = Response::ok({{"a", "b"}});
    response.headers = {{"X-Bad", "a\r\nX-Worse: b"}};
    return response;
}

Response echo(const Request& request) { return Response::ok({{"body", request.json()}}); }

Response countBytes(const Request& request) {
    const std::string bytes(std::istreambuf_iterator<char>(request.body()), {});
    return Response::ok({{"bytes", bytes.size()}});
}

/// So many letters, without memory for them; after them reading ends, or fails.
class Letters : private std::streambuf, public std::istream {
public:
    Letters(std::size_t count, bool fails)
        : std::istream(static_cast<std::streambuf*>(this)), left_(count), fails_(fails) {
        std::fill(std::begin(block_), std::end(block_), 'b');
    }

private:
    std::streambuf::int_type underflow() override {
        const std::size_t count = std::min(left_, sizeof block_);
        left_ -= count;
        if (count == 0 && fails_) throw std::runtime_error("which sets badbit");
        setg(block_, block_, block_ + count);
        return count > 0 ? std::streambuf::traits_type::to_int_type('b') : std::streambuf::traits_type::eof();
    }

    char block_[4096];
    std::size_t left_;
    bool fails_;
};

// `length` is what the answer promises, `bytes` what there is of it; with `fails` reading the rest fails.
Response bytes(const Request& request) {
    StreamBody body{request.query("type").value_or("video/mp4"), request.number("length", 0, 0, 1 << 30), nullptr};
    const auto count = static_cast<std::size_t>(request.number("bytes", body.length, 0, 1 << 30));
    body.bytes = std::make_shared<Letters>(count, request.flag("fails", false));
    Response response;
    response.headers = {{"ETag", "\"own\""}, {"Cache-Control", "public"}};
    response.stream = std::move(body);
    return response;
}

Response header(const Request& request) {
    const std::string name = request.query("name").value_or("range");
    return Response::ok({{name, request.header(name).value_or("-")}});
}

Response large(const Request& request) {
    const auto count = static_cast<std::size_t>(request.number("bytes", 300'000, 0, 1 << 30));
    JsonObject body(request.memory());
    body["text"] = std::string(count, 'x');
    return Response::ok(std::move(body));
}

/// Whatever is refused, it goes on.
Response lacking(const Request& request) {
    Response response;
    try {
        response = large(request);
    } catch (...) {
        if (request.flag("not_found", false)) throw ApiError::notFound("text", "large");
    }
    return response;
}

Response query(const Request& request) {
    return Response::ok({{"id", request.path("id")}, {"a", request.query("a").value_or("-")}});
}

}  // namespace

std::vector<Route> LiveServer::testRoutes() {
    const Handler ok = [this](const Request&) {
        ++handled_;
        return Response::ok({{"ok", true}});
    };
    const Handler network = [](const Request&) { return Response::ok({{"network", ClientScope::network()}}); };
    const Handler slow = [this](const Request&) {
        entered_.set();
        mayLeave_.wait();
        return Response::ok({{"slow", true}});
    };
    const Handler tree = [this](const Request& request) {
        const std::string text(std::istreambuf_iterator<char>(request.body()), {});
        request.takeRoom(memoryOfJson(text));
        entered_.set();
        mayLeave_.wait();
        return Response::ok({{"parsed", true}});
    };
    const Handler live = [this](const Request&) {
        LiveBody body{"text/event-stream", [this, isFirst = true](std::chrono::milliseconds wait) mutable {
                          if (std::exchange(isFirst, false)) return std::optional<std::string>("first\n");
                          const bool ends = mayLeave_.tryWait(wait.count());
                          return ends ? std::nullopt : std::optional<std::string>("");
                      }};
        Response response;
        response.live = std::move(body);
        return response;
    };
    const RouteOptions json{.body = BodyKind::Json};
    const RouteOptions stream{.body = BodyKind::Stream, .onUploadListener = true};
    const RouteOptions limited{.body = BodyKind::Stream, .maxBodyBytes = kMaxStreamBytes};
    return {
        {Method::Get, "/fail", Auth::Public, fail, {}, "things", true},
        {Method::Get, "/large", Auth::Public, large, {}, "things", true},
        {Method::Get, "/lacking", Auth::Public, lacking, {}, "things", true},
        {Method::Get, "/bytes", Auth::Public, bytes, {}, "things", true},
        {Method::Get, "/range", Auth::Public, header, {}, "things", true},
        {Method::Get, "/slow", Auth::Public, slow, {}, "things", true},
        {Method::Get, "/costly", Auth::Public, slow, {.costly = true}, "things", true},
        {Method::Get, "/items/{id}", Auth::Public, query, {}, "things", true},
        {Method::Delete, "/items/{id}", Auth::Public, ok, {}, "things", true},
        {Method::Get, "/network", Auth::Public, network, {}, "things", true},
        {Method::Get, "/off", Auth::Public, ok, {}, "sleepy", false},
        {Method::Get, "/v2/buckets/{bucket_slug}/files", Auth::Public, ok, {}, "things", true},
        {Method::Get, "/v2/buckets/{bucket_slug}/file", Auth::Public, bytes, {}, "things", true},
        {Method::Get, "/v2/buckets/{bucket_slug}/live", Auth::ReadKey, live, {}, "things", true},
        {Method::Post, "/v2/buckets/{bucket_slug}/large", Auth::WriteKey, large, json, "things", true},
        {Method::Post, "/v2/buckets/{bucket_slug}/slow", Auth::WriteKey, slow, json, "things", true},
        {Method::Post, "/echo", Auth::Public, echo, json, "things", true},
        {Method::Put, "/kept", Auth::Public, echo, json, "things", true},
        {Method::Post, "/optional", Auth::Public, echo, {.body = BodyKind::OptionalJson}, "things", true},
        {Method::Post, "/stream", Auth::Public, countBytes, stream, "things", true},
        {Method::Post, "/v2/buckets/{bucket_slug}/bytes", Auth::WriteKey, countBytes, stream, "things", true},
        {Method::Post, "/v2/buckets/{bucket_slug}/tree", Auth::WriteKey, tree, stream, "things", true},
        {Method::Post, "/limited", Auth::Public, countBytes, limited, "things", true},
        {Method::Post, "/ignored", Auth::Public, ok, {.body = BodyKind::Stream}, "things", true},
        {Method::Get, "/v2/buckets/{bucket_slug}/objects", Auth::ReadKey, ok, {}, "things", true},
        {Method::Post, "/v2/buckets/{bucket_slug}/objects", Auth::WriteKey, ok, json, "things", true},
    };
}

LiveServer::LiveServer(int threads, int maxQueued)
    : LiveServer([=](Config::Http& http, Config::Limits&) {
          http.threads = threads;
          http.maxQueued = maxQueued;
      }) {}

LiveServer::LiveServer(const Change& change) {
    info_.version = "1.2.3";
    std::vector<Route> routes = testRoutes();
    for (Route& route : kernelRoutes(liveInfo_, clock_, snapshot_)) routes.push_back(std::move(route));
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->router = std::make_shared<Router>(std::move(routes));
    snapshot->services[BucketDirectory::kServiceId] = static_cast<BucketDirectory*>(&directory_);
    snapshot->services[Identity::kServiceId] = static_cast<Identity*>(&identity_);
    snapshot_.swap(std::move(snapshot));

    Config::Http options;
    options.port = 0;
    options.uploadPort = 0;
    options.threads = 64;
    options.maxBodyBytes = kMaxBodyBytes;
    options.receiveTimeoutSeconds = 1;
    Config::Limits limits;
    if (change) change(options, limits);
    server_ = std::make_unique<HttpServer>(options, limits, snapshot_, ids_, info_, cache_);
    server_->bind();
    info_.baseUrl = "http://127.0.0.1:" + std::to_string(server_->port());
    server_->start();
}

LiveServer::~LiveServer() { server_->drain(std::chrono::milliseconds(5000)); }

}  // namespace inkwell::kernel::test
