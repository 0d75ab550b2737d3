#include "kernel/http/dispatcher.h"

#include <optional>
#include <utility>

#include "inkwell/client_network.h"
#include "inkwell/error.h"
#include "inkwell/text.h"
#include "kernel/http/answer_memory.h"
#include "kernel/http/body_reader.h"
#include "kernel/http/error_response.h"
#include "kernel/http/gatekeeper.h"
#include "kernel/http/handler_call.h"
#include "kernel/http/idempotency/lost_answer.h"
#include "kernel/http/request_head.h"
#include "kernel/http/shared_caching.h"
#include "kernel/http/wire/raw_head.h"
#include "kernel/runtime/clean_text.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"
#include "kernel/snapshot/known_parameters.h"
#include "kernel/snapshot/query_string.h"

namespace inkwell::kernel {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kInternalError = 500;
constexpr std::int64_t kMaxPublicBodyBytes = 64 * 1024;

bool isTrue(const Json* value) { return value != nullptr && (*value == true || *value == "true"); }

}  // namespace

struct Dispatcher::Exchange {
    Poco::Net::HTTPServerRequestImpl& request;
    Poco::Net::HTTPServerResponse& response;
    ListenerKind listener;
    std::size_t arrived;  // bytes behind the head
    std::string id;
    std::string clientAddress;
    std::shared_ptr<const Snapshot> snapshot;  // held to the end, so that no plugin in use is stopped
    AnswerShare& share;
    Running& running;
    BodyReader body{request, response, arrived};
    AnswerMemory memory{share};
    AnswerForm form{.share = &share};
    const Route* route = nullptr;
    CallerLimits limits{};
    std::string holder{};  // of places
    SharedPlaces::Taken stream{};
    std::vector<SharedPlaces::Taken> parsed{};
    std::string ignored{};  // parameters, as the header says it
    SteadyClock::time_point begin = SteadyClock::now();

    std::string plugin() const { return route != nullptr ? route->plugin : "kernel"; }
};

class Dispatcher::Running {
public:
    explicit Running(Dispatcher& dispatcher) : dispatcher_(dispatcher), share_(dispatcher.door_.answers) {
        const std::lock_guard lock(dispatcher_.mutex_);
        ++dispatcher_.running_;
        before_ = std::exchange(dispatcher_.lastBegun_, this);
        if (before_ != nullptr) before_->after_ = this;
    }
    ~Running() {
        const std::lock_guard lock(dispatcher_.mutex_);
        (after_ != nullptr ? after_->before_ : dispatcher_.lastBegun_) = before_;
        if (before_ != nullptr) before_->after_ = after_;
        if (--dispatcher_.running_ == 0) dispatcher_.idle_.notify_all();
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    AnswerShare& share() noexcept { return share_; }
    void noteRoute(const Route* route) noexcept { route_.store(route, std::memory_order_relaxed); }
    /// Perhaps of a snapshot that is gone.
    const Route* route() const noexcept { return route_.load(std::memory_order_relaxed); }
    /// Under the dispatcher's mutex.
    const Running* before() const noexcept { return before_; }

private:
    Dispatcher& dispatcher_;
    AnswerShare share_;
    std::atomic<const Route*> route_{nullptr};
    Running* before_ = nullptr;
    Running* after_ = nullptr;
};

Dispatcher::Dispatcher(const CurrentSnapshot& snapshot, Ids& ids, const ServerInfo& server, ResponseCache& cache,
                       FrontDoor& door, std::int64_t maxBodyBytes)
    : snapshot_(snapshot), ids_(ids), server_(server), reads_(cache), door_(door), maxBodyBytes_(maxBodyBytes) {}

std::shared_ptr<Dispatcher::Running> Dispatcher::begin() { return std::make_shared<Running>(*this); }

std::int64_t Dispatcher::serve(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response,
                               ListenerKind listener, std::size_t arrived, Running& running) noexcept {
    bool hasAnswer = false;
    try {
        Exchange exchange{request,          response,        listener, arrived, ids_.next(), door_.clientOf(request),
                          snapshot_.load(), running.share(), running};
        const TraceContext trace = traceOf(request);
        const LogRequestScope scope(exchange.id, trace);
        const ClientScope client(exchange.clientAddress);
        const Answer finished = answer(exchange);
        exchange.parsed.clear();  // as the trees are gone; who sees the answer may send the next
        // How long a client listens to a live body is no matter of speed.
        const auto answered = finished.live ? std::optional(SteadyClock::now()) : std::nullopt;
        hasAnswer = true;
        const std::int64_t bytes = finish(exchange, finished);
        exchange.stream = {};  // before the body ends: who sees that end may ask for the next
        const auto end = SteadyClock::now();
        metricsOf(exchange).record(finished.status, answered.value_or(end) - exchange.begin, bytes);
        const std::chrono::duration<double, std::milli> spent = end - exchange.begin;
        const std::string_view route = exchange.route != nullptr ? std::string_view(exchange.route->path) : "-";
        writeAccessLog({request.getMethod(), route, exchange.id, exchange.clientAddress, exchange.plugin(),
                        finished.status, bytes, spent.count(), trace.traceId, trace.parentId, exchange.ignored});
        return exchange.body.leftover() == Leftover::Discard ? exchange.body.remaining() : 0;
    } catch (...) {
        response.setKeepAlive(false);
        if (hasAnswer) {
            kernelLog().error(exceptionText());
        } else {
            answerAnyway(request, response);
        }
        return 0;
    }
}

// With what the current exception says, which came before or behind all that answers otherwise.
void Dispatcher::answerAnyway(Poco::Net::HTTPServerRequestImpl& request,
                              Poco::Net::HTTPServerResponse& response) noexcept {
    try {
        const std::string id = ids_.next();
        const LogRequestScope scope(id, {});
        Answer answer = renderAnswer(errorResponse(id, "kernel"), {});
        answer.headers.emplace_back("X-Request-Id", id);
        door_.addTo(answer.headers, request.get("Origin", ""));
        unrouted_.record(answer.status, std::chrono::nanoseconds(0), static_cast<std::int64_t>(answer.text().size()));
        sendAnswer(answer, request, response, [] { return true; });
    } catch (...) {
        kernelLog().error(exceptionText());
    }
}

Answer Dispatcher::answer(Exchange& exchange) const {
    Answer answer;
    try {
        answer = respond(exchange);
        if (!answer.stream && !answer.live) exchange.memory.release();
        exchange.share.waitForReader(static_cast<std::int64_t>(answer.text().size()), exchange.clientAddress);
    } catch (...) {
        exchange.share.refuseNothing();
        answer = answerFailure(exchange);
        if (exchange.request.has("Tus-Resumable")) addTusVersion(answer.headers);
        exchange.memory.release();
        exchange.share.waitForReader(static_cast<std::int64_t>(answer.text().size()), exchange.clientAddress);
    }
    answer.headers.emplace_back("X-Request-Id", exchange.id);
    addIgnored(exchange.ignored, answer.headers);
    door_.addTo(answer.headers, exchange.request.get("Origin", ""));
    exchange.limits.addTo(answer.headers);
    return answer;
}

Answer Dispatcher::answerFailure(const Exchange& exchange) const {
    const Response error = errorResponse(exchange.id, exchange.plugin());
    if (error.status == kInternalError) metricsOf(exchange).countException();
    try {
        return renderAnswer(error, exchange.form);
    } catch (...) {
        // What was thrown is no answer that can be sent.
        metricsOf(exchange).countException();
        return renderAnswer(errorResponse(exchange.id, exchange.plugin()), exchange.form);
    }
}

RouteLookup Dispatcher::lookup(const Exchange& exchange) const {
    return {*exchange.snapshot->router, exchange.listener, server_};
}

// What a browser asks before a page of another origin may send its request.
Answer Dispatcher::preflight(Exchange& exchange, std::string_view path) const {
    const Poco::Net::HTTPServerRequestImpl& request = exchange.request;
    Response response{204, nullptr, {}};
    door_.cors.addPreflightTo(response.headers, request.get("Origin", ""), lookup(exchange).preflighted(path),
                              request.get("Access-Control-Request-Headers", ""));
    return renderAnswer(response, exchange.form);
}

Answer Dispatcher::respond(Exchange& exchange) const {
    const Poco::Net::HTTPServerRequestImpl& request = exchange.request;
    checkHead(request);
    const auto [path, query] = splitTarget(request.getURI());
    if (!isCleanText(path)) throw ApiError::badRequest("the address is not valid UTF-8");
    if (!exchange.snapshot->router) throw ApiError::unavailable("the server is starting", 1);
    exchange.limits.takeForAddress(door_.perAddress, exchange.clientAddress);
    const std::string& method = request.getMethod();
    if (method == Poco::Net::HTTPRequest::HTTP_OPTIONS && request.has("Access-Control-Request-Method")) {
        return preflight(exchange, path);
    }
    if (method == Poco::Net::HTTPRequest::HTTP_OPTIONS &&
        exchange.snapshot->router->match(Method::Options, servedPath(path, server_.hostedClients)).route == nullptr) {
        // RFC 9110, 9.3.7: * asks for the server as a whole.
        const RouteLookup routes = lookup(exchange);
        const std::string methods = path == "*" ? routes.preflighted(path) : routes.allowed(path);
        return renderAnswer({204, nullptr, {{"Allow", methods}}}, exchange.form);
    }

    Router::Match match = lookup(exchange).get(method, path);
    exchange.route = match.route;
    exchange.running.noteRoute(match.route);
    exchange.form.isRead = match.route->method == Method::Get;
    exchange.form.gzip = acceptsGzip(listOf(request, "Accept-Encoding"));
    exchange.form.ifNoneMatch = listOf(request, "If-None-Match");
    const LastWords inCase(match.route->plugin, method, match.route->path, exchange.id);
    Answer answer = call(exchange, *exchange.route, partsOf(exchange, std::move(match), query));
    if (exchange.route->method == Method::Options) {
        answer.headers.emplace_back("Allow", lookup(exchange).allowed(path));
    }
    return answer;
}

RequestParts Dispatcher::partsOf(Exchange& exchange, Router::Match match, std::string_view query) const {
    RequestParts parts;
    parts.method = match.route->method;
    parts.id = exchange.id;
    parts.clientAddress = exchange.clientAddress;
    parts.memory = &exchange.memory;
    parts.path = std::move(match.path);
    parts.query = parseQueryString(query);
    if (match.route->known && !parts.query.empty()) exchange.ignored = match.route->known->ignored(parts.query);
    parts.headers = headersForHandlers(exchange.request);
    parts.takeRoom = [this, &exchange](std::size_t bytes) {
        exchange.parsed.push_back(door_.roomForBody(bytes, exchange.clientAddress, exchange.holder));
    };
    return parts;
}

Answer Dispatcher::call(Exchange& exchange, const Route& route, RequestParts parts) const {
    admit(*exchange.snapshot, route.auth, parts, route.options.permission);
    exchange.limits.takeForKey(door_.perKey, route.auth, parts);
    if (route.method != Method::Get) {
        door_.answers.admitWriter(clientNetwork(exchange.clientAddress));
        exchange.share.refuseNothing();
    }
    const std::unique_ptr<KeptAnswers::Turn> turn = takeTurn(exchange, route, parts);
    exchange.holder = holderOf(parts);
    const SharedPlaces::Taken place = takeBody(exchange, route, parts);
    if (turn && turn->isRepeat()) return repeat(exchange, route, *turn, std::move(parts));
    const SharedPlaces::Taken work = takeWorkPlace(exchange, route);
    const std::string key = cacheKey(route, parts);
    const bool isPublic = !key.empty() && !door_.sharedControl.empty() && isPublicRead(parts);
    const Request request(std::move(parts));
    exchange.form.pretty = request.flag("pretty", exchange.form.pretty);
    if (isPublic) exchange.form.sharedControl = door_.sharedControl;
    if (route.finished && !exchange.form.pretty) return answerRead(*route.finished(), exchange.form);
    const auto handle = [&] { return callHandler(route, request, &exchange.share); };
    Answer answer =
        key.empty()
            ? renderAnswer(turn ? turn->answer(handle) : handle(), exchange.form)
            : reads_.answer({exchange.snapshot, route, request, key, exchange.form, !door_.sharedControl.empty()});
    takePlace(exchange, answer);
    return answer;
}

// After the gatekeeper, which says whose key it is, and before the body, which it watches.
std::unique_ptr<KeptAnswers::Turn> Dispatcher::takeTurn(Exchange& exchange, const Route& route,
                                                        const RequestParts& parts) const {
    if (kept_ == nullptr || route.method != Method::Post || !exchange.request.has("Idempotency-Key")) return nullptr;
    std::optional<KeptCaller> caller = findKeptCaller(*exchange.snapshot, route.auth, parts);
    if (!caller) return nullptr;
    auto turn = std::make_unique<KeptAnswers::Turn>(*kept_, exchange.request.get("Idempotency-Key"), route, parts,
                                                    std::move(*caller));
    exchange.body.watch(turn->body());
    return turn;
}

Answer Dispatcher::repeat(Exchange& exchange, const Route& route, KeptAnswers::Turn& turn, RequestParts parts) const {
    if (parts.stream != nullptr) exchange.body.readToEnd(route.options.maxBodyBytes);
    std::optional<Response> response = turn.repeated();
    if (!response) response = lostAnswer(*exchange.snapshot->router, route, std::move(parts), turn.changedId());
    response->headers.emplace_back(kReplayedHeader, "true");
    return renderAnswer(*response, exchange.form);
}

// For what holds its thread while it is sent.
void Dispatcher::takePlace(Exchange& exchange, Answer& answer) const {
    if (exchange.request.getMethod() == Poco::Net::HTTPRequest::HTTP_HEAD) return;
    gatherShortStream(answer);
    if (!answer.stream && !answer.live) return;
    const bool isImage = answer.stream && asciiLower(answer.stream->contentType).starts_with("image/");
    SharedPlaces& places = answer.live ? door_.live : isImage ? door_.images : door_.downloads;
    exchange.stream = places.take(clientNetwork(exchange.clientAddress), exchange.holder);
    awaitStream(answer);
}

// A stream keeps its place until the handler has read it.
SharedPlaces::Taken Dispatcher::takeBody(Exchange& exchange, const Route& route, RequestParts& parts) const {
    const BodyKind kind = route.options.body;
    if (kind == BodyKind::None) return {};
    SharedPlaces::Taken place = takeBodyPlace(exchange, route);
    if (kind == BodyKind::Stream) {
        parts.stream = &exchange.body.stream(route.options.maxBodyBytes);
        if (route.auth != Auth::Public && exchange.body.isAwaited()) {
            exchange.body.keepAsking([&snapshot = *exchange.snapshot, &route, parts]() mutable {
                admitAgain(snapshot, route.auth, parts, route.options.permission);
            });
        }
        return place;
    }
    const bool wasAwaited = exchange.body.isAwaited();
    parts.body = readBody(exchange, route, parts);
    // A body can be drawn out, and the right to send it can end meanwhile.
    if (wasAwaited) admit(*exchange.snapshot, route.auth, parts, route.options.permission);
    const JsonObject* body = parts.body.if_object();
    exchange.form.pretty = body != nullptr && isTrue(body->if_contains("pretty"));
    return {};
}

// A body that trickles in holds a thread.
SharedPlaces::Taken Dispatcher::takeBodyPlace(const Exchange& exchange, const Route& route) const {
    if (!exchange.body.isAwaited()) return {};
    SharedPlaces& places = route.auth == Auth::Public                  ? door_.publicBodies
                           : exchange.listener == ListenerKind::Upload ? door_.uploads
                                                                       : door_.bodies;
    return places.take(clientNetwork(exchange.clientAddress), exchange.holder);
}

SharedPlaces::Taken Dispatcher::takeWorkPlace(const Exchange& exchange, const Route& route) const {
    if (!route.options.costly) return {};
    return door_.costly.take(clientNetwork(exchange.clientAddress), exchange.holder);
}

// Whoever has shown no key gets little room.
Json Dispatcher::readBody(Exchange& exchange, const Route& route, const RequestParts& parts) const {
    std::int64_t most = maxBodyBytes_.load(std::memory_order_relaxed);
    if (route.auth == Auth::Public) most = std::min(most, kMaxPublicBodyBytes);
    return exchange.body.readJson(most, route.options.body == BodyKind::OptionalJson, parts.takeRoom);
}

std::int64_t Dispatcher::finish(Exchange& exchange, const Answer& answer) {
    if (isDraining() || exchange.body.leftover() == Leftover::Close) exchange.response.setKeepAlive(false);
    std::int64_t bytes = 0;
    try {
        const std::string plugin = exchange.plugin();
        const std::string_view route = exchange.route != nullptr ? std::string_view(exchange.route->path) : "-";
        const LastWords inCase(plugin, exchange.request.getMethod(), route, exchange.id);
        // A live body holds what it was made with, so it must go when that is to be stopped.
        bytes = sendAnswer(answer, exchange.request, exchange.response,
                           [&] { return isDraining() || snapshot_.load() != exchange.snapshot; });
    } catch (const Poco::Exception&) {
        exchange.response.setKeepAlive(false);  // the client is gone, which is its right
    } catch (...) {
        exchange.response.setKeepAlive(false);  // a client that got less than the length it was told knows
        makeLog(exchange.plugin())->error(exceptionText());
    }
    return bytes;
}

std::string Dispatcher::refusal(const Refused& refused) const {
    const std::string id = ids_.next();
    const std::string client = door_.proxies.clientOf(refused.peer, valuesIn(refused.received, "x-forwarded-for"));
    Response response = refusalResponse(refused.status, id, door_.maxHeadBytes);
    response.headers.emplace_back("X-Request-Id", id);
    response.headers.emplace_back("Connection", "close");
    door_.addTo(response.headers, valuesIn(refused.received, "origin"));
    if (!valuesIn(refused.received, "tus-resumable").empty()) addTusVersion(response.headers);
    const Answer answer = renderAnswer(response, {});
    const auto bytes = static_cast<std::int64_t>(answer.text().size());
    unrouted_.record(refused.status, std::chrono::nanoseconds(0), bytes);
    writeAccessLog({"-", "-", id, client, "kernel", refused.status, bytes, 0});
    return wireText(answer);
}

void Dispatcher::beginDrain() noexcept {
    const std::lock_guard lock(mutex_);
    draining_ = true;
}

RouteMetrics& Dispatcher::metricsOf(const Exchange& exchange) const noexcept {
    return exchange.route != nullptr ? *exchange.route->metrics : unrouted_;
}

int Dispatcher::running() const noexcept {
    const std::lock_guard lock(mutex_);
    return running_;
}

bool Dispatcher::isDraining() const noexcept {
    const std::lock_guard lock(mutex_);
    return draining_;
}

// A route is looked up before it is read: plugins may have been switched since the request began.
std::vector<std::string> Dispatcher::underWay(const Snapshot* of) const {
    const std::shared_ptr<const Snapshot> current = snapshot_.load();
    const std::map<const Route*, std::string> names = routeNames(of != nullptr ? *of : *current);
    std::vector<std::string> all;
    const std::lock_guard lock(mutex_);
    for (const Running* one = lastBegun_; one != nullptr; one = one->before()) {
        const auto found = names.find(one->route());
        if (found == names.end() && of != nullptr) continue;
        all.push_back(found == names.end() ? "-" : found->second);
    }
    return all;
}

void Dispatcher::waitUntilIdle(std::chrono::milliseconds limit) noexcept {
    std::unique_lock lock(mutex_);
    idle_.wait_for(lock, limit, [this] { return running_ == 0; });
}

}  // namespace inkwell::kernel
