#include "kernel/http/route_calls.h"

#include <sstream>
#include <stdexcept>
#include <vector>

#include "inkwell/client_network.h"
#include "inkwell/error.h"
#include "kernel/http/answer_memory.h"
#include "kernel/http/body_source.h"
#include "kernel/http/error_response.h"
#include "kernel/http/gatekeeper.h"
#include "kernel/http/handler_call.h"
#include "kernel/http/route_lookup.h"
#include "kernel/runtime/last_words.h"
#include "kernel/snapshot/method_name.h"

namespace inkwell::kernel {

namespace {

RequestParts partsOf(const Request& from, const ServerRoutes::Call& call, Router::Match& match) {
    RequestParts parts;
    parts.method = call.method;
    parts.id = from.id();
    parts.clientAddress = from.clientAddress();
    parts.path = std::move(match.path);
    parts.query = call.query;
    parts.headers = call.headers;
    if (const auto authorization = from.header("Authorization")) {
        parts.headers.emplace_back("Authorization", *authorization);
    }
    return parts;
}

}  // namespace

Response RouteCalls::call(const Request& from, Call call) {
    // Held to the end, so that no plugin in use is stopped.
    const std::shared_ptr<const Snapshot> snapshot = snapshot_.load();
    AnswerShare share(door_.answers);
    AnswerMemory memory(share);  // errors may hold what was made in it
    Response response;
    std::string plugin = "kernel";
    try {
        if (!snapshot->router) throw ApiError::unavailable("the server is starting", 1);
        CallerLimits limits;
        limits.takeForAddress(door_.perAddress, from.clientAddress());
        const RouteLookup lookup(*snapshot->router, ListenerKind::Main, server_);
        Router::Match match = lookup.get(methodName(call.method), call.path);
        const Route& route = *match.route;
        plugin = route.plugin;
        const LastWords inCase(route.plugin, methodName(call.method), route.path, from.id());
        if (route.method != Method::Get) share.refuseNothing();
        RequestParts parts = partsOf(from, call, match);
        parts.memory = &memory;
        response = answer(*snapshot, route, std::move(parts), call, limits, share);
    } catch (...) {
        response = errorResponse(from.id(), plugin);
    }
    if (response.stream || response.live) throw std::logic_error("the route of " + call.path + " answers with bytes");
    // What was made in this memory must not leave it.
    response.json = response.text ? parseStoredJson(response.text->joined()) : Json(response.json, JsonMemory{});
    response.text.reset();
    return response;
}

Response RouteCalls::answer(const Snapshot& snapshot, const Route& route, RequestParts parts, Call& call,
                            CallerLimits& limits, const AnswerShare& share) const {
    admit(snapshot, route.auth, parts, route.options.permission);
    limits.takeForKey(door_.perKey, route.auth, parts);
    takeBody(route, parts, call);
    std::vector<SharedPlaces::Taken> parsed;
    parts.takeRoom = [&, address = parts.clientAddress, holder = holderOf(parts)](std::size_t bytes) {
        parsed.push_back(door_.roomForBody(bytes, address, holder));
    };
    std::istringstream bytes(std::move(call.bytes));
    if (route.options.body == BodyKind::Stream) parts.stream = &bytes;
    SharedPlaces::Taken work;
    if (route.options.costly) work = door_.costly.take(clientNetwork(parts.clientAddress), holderOf(parts));
    return callHandler(route, Request(std::move(parts)), &share);
}

void RouteCalls::takeBody(const Route& route, RequestParts& parts, Call& call) const {
    const BodyKind kind = route.options.body;
    if (kind == BodyKind::Stream) {
        const std::int64_t most = route.options.maxBodyBytes;
        if (most > 0 && static_cast<std::int64_t>(call.bytes.size()) > most) throw bodyTooLarge(most);
        return;
    }
    if (kind == BodyKind::None) return;
    const std::int64_t most = maxBodyBytes_.load(std::memory_order_relaxed);
    if (call.body.is_null()) {
        if (kind == BodyKind::Json) throw ApiError::badRequest("the body is empty; send a JSON object");
        call.body = JsonObject{};
    } else if (static_cast<std::int64_t>(writeJson(call.body).size()) > most) {
        throw bodyTooLarge(most);
    }
    parts.body = std::move(call.body);
}

}  // namespace inkwell::kernel
