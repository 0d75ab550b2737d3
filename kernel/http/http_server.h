#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/runtime.h"
#include "inkwell/server_routes.h"
#include "kernel/config/config.h"
#include "kernel/http/idempotency/kept_answers.h"
#include "kernel/http/listener.h"
#include "kernel/http/response_cache.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The main and the upload listener over one dispatcher. Requests run on the listeners' own threads.
class HttpServer {
public:
    /// What is passed by reference must outlive it, except `options` and `limits`. Throws std::runtime_error for a
    /// certificate or an IP range that cannot be used.
    HttpServer(const Config::Http& options, const Config::Limits& limits, const CurrentSnapshot& snapshot, Ids& ids,
               const ServerInfo& server, ResponseCache& cache);
    ~HttpServer();

    /// Binds both listeners; the ports are known afterwards. Throws std::runtime_error naming the bind address.
    void bind();
    int port() const;
    int uploadPort() const;

    /// Before start(); `kept` must outlive it. As Dispatcher::keepAnswers.
    void keepAnswers(KeptAnswers& kept) noexcept;

    void start();
    /// Stops accepting, lets running requests end (bounded), closes connections. Returns the requests that were cut
    /// because they took longer than `limit`, as Dispatcher::underWay().
    std::vector<std::string> drain(std::chrono::milliseconds limit) noexcept;

    /// The requests that run with that snapshot, as Dispatcher::underWay(). Any thread.
    std::vector<std::string> underWay(const Snapshot& of) const;

    /// For plugins that carry requests of their own clients to routes.
    ServerRoutes& routes() noexcept;

    /// From now on: the largest JSON body.
    void setMaxBodyBytes(std::int64_t bytes) noexcept;

    /// From now on: how many requests an address and a key may send.
    void setLimits(const Config::Limits& limits) noexcept;

    /// Reads the certificate and its key again; calling the result makes new connections use them. Throws
    /// std::runtime_error when they cannot be used.
    std::function<void()> prepareCertificate();

    struct Numbers {
        HttpListener::Numbers main;
        HttpListener::Numbers upload;
        int running = 0;                  // requests being served
        std::int64_t answerBytes = 0;     // of responses under way (AnswerBudget)
        std::int64_t maxAnswerBytes = 0;  // its bound
        RouteTotals unrouted;             // requests without a route
    };
    /// After start(); any thread.
    Numbers numbers() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
