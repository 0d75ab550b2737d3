#pragma once

#include <atomic>
#include <cstdint>

#include "inkwell/runtime.h"
#include "inkwell/server_routes.h"
#include "kernel/http/front_door.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Requests that plugins make in the name of a client, as the dispatcher serves those of connections, but without a
/// connection: no cache, no conditional answers, no Idempotency-Key. Any thread. What is passed by reference must
/// outlive it.
class RouteCalls : public ServerRoutes {
public:
    RouteCalls(const CurrentSnapshot& snapshot, const ServerInfo& server, FrontDoor& door, std::int64_t maxBodyBytes)
        : snapshot_(snapshot), server_(server), door_(door), maxBodyBytes_(maxBodyBytes) {}

    Response call(const Request& from, Call call) override;

    /// From now on: the largest JSON body.
    void setMaxBodyBytes(std::int64_t bytes) noexcept { maxBodyBytes_.store(bytes, std::memory_order_relaxed); }

private:
    Response answer(const Snapshot& snapshot, const Route& route, RequestParts parts, Call& call, CallerLimits& limits,
                    const AnswerShare& share) const;
    void takeBody(const Route& route, RequestParts& parts, Call& call) const;

    const CurrentSnapshot& snapshot_;
    const ServerInfo& server_;
    FrontDoor& door_;
    std::atomic<std::int64_t> maxBodyBytes_;
};

}  // namespace inkwell::kernel
