#include "kernel/data/session_pool.h"

#include <cassert>
#include <vector>

#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

// Each keeps pages, or memory of the database, and its statements; a new one costs a millisecond or two.
constexpr std::chrono::seconds kIdleLimit{10};

}  // namespace

void SessionPool::countStatement() noexcept {
    statements_.fetch_add(1, std::memory_order_relaxed);
    if (threadServesRequest()) requestStatements_.fetch_add(1, std::memory_order_relaxed);
}

std::unique_ptr<EngineSession> SessionPool::take() {
    // Closed after the lock is gone.
    std::vector<std::unique_ptr<EngineSession>> unneeded;
    {
        const std::lock_guard lock(mutex_);
        while (!idle_.empty()) {
            std::unique_ptr<EngineSession> session = std::move(idle_.back().session);
            idle_.pop_back();
            assert(session);
            if (session->isUsable()) return session;
            unneeded.push_back(std::move(session));
        }
    }
    return open_();
}

void SessionPool::giveBack(std::unique_ptr<EngineSession> session) noexcept {
    // Declared first: closing a connection can take a while, so it happens after the lock is gone.
    std::vector<std::unique_ptr<EngineSession>> unneeded;
    assert(session);
    const std::lock_guard lock(mutex_);
    assert(!closed_ || idle_.empty());
    if (closed_ || !session->isUsable()) {
        unneeded.push_back(std::move(session));
        return;
    }
    const auto now = std::chrono::steady_clock::now();
    idle_.push_back({std::move(session), now});
    while (idle_.size() > 1 && now - idle_.front().since > kIdleLimit) {
        unneeded.push_back(std::move(idle_.front().session));
        idle_.pop_front();
    }
}

void SessionPool::giveBackLast(std::unique_ptr<EngineSession> session) noexcept {
    assert(session);
    const std::lock_guard lock(mutex_);
    if (closed_ || !session->isUsable()) return;
    idle_.push_front({std::move(session), std::chrono::steady_clock::now()});
}

void SessionPool::dropIdle() noexcept {
    std::deque<Idle> dropped;
    const std::lock_guard lock(mutex_);
    dropped.swap(idle_);
}

void SessionPool::close() noexcept {
    std::deque<Idle> dropped;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    dropped.swap(idle_);
}

}  // namespace inkwell::kernel
