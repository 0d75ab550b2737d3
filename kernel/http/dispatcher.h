#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/IPAddress.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/runtime.h"
#include "kernel/http/cached_reads.h"
#include "kernel/http/front_door.h"
#include "kernel/http/idempotency/kept_answers.h"
#include "kernel/http/response_writer.h"
#include "kernel/http/route_lookup.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Serves a request from its head to its access log line: route, gatekeeper, body, handler, response. Turns
/// exceptions into responses. Any listener thread. What is passed by reference must outlive it.
class Dispatcher {
public:
    Dispatcher(const CurrentSnapshot& snapshot, Ids& ids, const ServerInfo& server, ResponseCache& cache,
               FrontDoor& door, std::int64_t maxBodyBytes);

    class Running;
    /// A request counts as running, and the memory of its response as taken, while the returned object is held: until
    /// the response is sent.
    std::shared_ptr<Running> begin();
    /// Sends the response. `arrived` is how many bytes had come behind the request's head when it began. Returns how
    /// many bytes of the request's body still precede the next request on the connection. The caller closes the
    /// connection if `response` says so.
    std::int64_t serve(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response,
                       ListenerKind listener, std::size_t arrived, Running& running) noexcept;
    struct Refused {
        int status;  // 400, 408, 414, 431, 503
        Poco::Net::IPAddress peer;
        std::string_view received;  // of its request, as far as there is any
    };
    /// The bytes of a response for when there is no valid request, or none can be taken. The connection closes after
    /// it.
    std::string refusal(const Refused& refused) const;

    /// From now on every response closes its connection.
    void beginDrain() noexcept;
    /// Returns when no request runs, or after `limit`.
    void waitUntilIdle(std::chrono::milliseconds limit) noexcept;
    /// What runs now, one text for each request: "GET /v2/buckets/{bucket_slug}", or "-" without a route; with `of`
    /// what runs with that snapshot.
    std::vector<std::string> underWay(const Snapshot* of = nullptr) const;

    /// From now on: the largest JSON body.
    void setMaxBodyBytes(std::int64_t bytes) noexcept { maxBodyBytes_.store(bytes, std::memory_order_relaxed); }
    /// Before the first request: where answers to POSTs with an Idempotency-Key are kept; must outlive this. Without it
    /// the header is ignored.
    void keepAnswers(KeptAnswers& kept) noexcept { kept_ = &kept; }

    /// Requests without a route, refusals included; the others are counted with their routes.
    RouteTotals unrouted() const { return unrouted_.totals(); }
    /// Requests being served now.
    int running() const noexcept;

private:
    struct Exchange;

    void answerAnyway(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response) noexcept;
    Answer answer(Exchange& exchange) const;
    Answer respond(Exchange& exchange) const;
    Answer answerFailure(const Exchange& exchange) const;
    Answer preflight(Exchange& exchange, std::string_view path) const;
    RequestParts partsOf(Exchange& exchange, Router::Match match, std::string_view query) const;
    SharedPlaces::Taken takeBody(Exchange& exchange, const Route& route, RequestParts& parts) const;
    SharedPlaces::Taken takeBodyPlace(const Exchange& exchange, const Route& route) const;
    SharedPlaces::Taken takeWorkPlace(const Exchange& exchange, const Route& route) const;
    Json readBody(Exchange& exchange, const Route& route, const RequestParts& parts) const;
    RouteLookup lookup(const Exchange& exchange) const;
    std::unique_ptr<KeptAnswers::Turn> takeTurn(Exchange& exchange, const Route& route,
                                                const RequestParts& parts) const;
    Answer repeat(Exchange& exchange, const Route& route, KeptAnswers::Turn& turn, RequestParts parts) const;
    Answer call(Exchange& exchange, const Route& route, RequestParts parts) const;
    void takePlace(Exchange& exchange, Answer& answer) const;
    bool isDraining() const noexcept;
    std::int64_t finish(Exchange& exchange, const Answer& answer);
    RouteMetrics& metricsOf(const Exchange& exchange) const noexcept;

    const CurrentSnapshot& snapshot_;
    Ids& ids_;
    const ServerInfo& server_;
    mutable CachedReads reads_;
    FrontDoor& door_;
    std::atomic<std::int64_t> maxBodyBytes_;
    KeptAnswers* kept_ = nullptr;
    mutable RouteMetrics unrouted_;
    mutable std::mutex mutex_;
    std::condition_variable idle_;
    int running_ = 0;
    Running* lastBegun_ = nullptr;  // of those that run
    bool draining_ = false;
};

}  // namespace inkwell::kernel
