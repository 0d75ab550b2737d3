#pragma once

#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "inkwell/runtime.h"
#include "kernel/http/front_door.h"
#include "kernel/http/response_cache.h"
#include "kernel/http/response_writer.h"
#include "kernel/http/route_lookup.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// One request from its head to its access log line: route, gate, body, handler, answer; the one place that catches.
/// Any listener thread. What is given by reference must outlive it.
class Dispatcher {
public:
    Dispatcher(const CurrentSnapshot& snapshot, Ids& ids, const ServerInfo& server, ResponseCache& cache,
               FrontDoor& door, std::int64_t maxBodyBytes);

    /// A request counts as running for as long as what this gives is kept.
    std::shared_ptr<void> begin();
    /// Answers. Returns how many bytes of the request's body are still to come before the next request on the
    /// connection; it must close where `response` says so.
    std::int64_t serve(Poco::Net::HTTPServerRequestImpl& request, Poco::Net::HTTPServerResponse& response,
                       ListenerKind listener) noexcept;
    /// The bytes of an answer to what never became a request, or cannot be taken now: 400, 408, 414, 431, 503. The
    /// connection closes behind it.
    std::string refusal(int status) const;

    /// From now on every answer closes its connection.
    void beginDrain() noexcept;
    /// Returns when no request runs, or after `limit`.
    void waitUntilIdle(std::chrono::milliseconds limit) noexcept;

    /// From now on: the largest JSON body.
    void setMaxBodyBytes(std::int64_t bytes) noexcept { maxBodyBytes_.store(bytes, std::memory_order_relaxed); }

    /// Requests that no route was found for; the others are counted with their routes.
    RouteTotals unrouted() const { return unrouted_.totals(); }
    /// Requests that are being answered now.
    int running() const noexcept;

private:
    struct Exchange;
    class Running;

    Answer answer(Exchange& exchange) const;
    Answer respond(Exchange& exchange) const;
    Answer answerFailure(const Exchange& exchange) const;
    Answer preflight(Exchange& exchange, std::string_view path) const;
    Places::Taken takeBodyPlace(const Exchange& exchange, const Route& route) const;
    Json readBody(Exchange& exchange, const Route& route) const;
    RouteLookup lookup(const Exchange& exchange) const;
    Answer call(Exchange& exchange, const Route& route, RequestParts parts) const;
    Answer readKept(const Exchange& exchange, const Request& request, const std::string& key) const;
    bool isDraining() const noexcept;
    std::int64_t finish(Exchange& exchange, const Answer& answer);
    RouteMetrics& metricsOf(const Exchange& exchange) const noexcept;

    const CurrentSnapshot& snapshot_;
    Ids& ids_;
    const ServerInfo& server_;
    ResponseCache& cache_;
    FrontDoor& door_;
    std::atomic<std::int64_t> maxBodyBytes_;
    mutable RouteMetrics unrouted_;
    mutable std::mutex mutex_;
    std::condition_variable idle_;
    int running_ = 0;
    bool draining_ = false;
};

}  // namespace inkwell::kernel
