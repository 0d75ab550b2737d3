#include "kernel/data/replica_pool.h"

#include <string>

#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::seconds kUsualLag{10};

}  // namespace

ReplicaPool::ReplicaPool(DatabaseEngine& engine, std::chrono::milliseconds pause)
    : sessions_([&engine] { return engine.openReplica(); }), pause_(pause), lastUse_(Clock::now()) {}

std::unique_ptr<EngineSession> ReplicaPool::take() noexcept {
    std::unique_ptr<EngineSession> session;
    try {
        if (Clock::now() >= notBefore_.load()) session = takeCaughtUp();
    } catch (const std::exception& error) {
        noteFailure(error.what());
    }
    ++(session ? reads_ : passedOver_);
    return session;
}

std::unique_ptr<EngineSession> ReplicaPool::takeCaughtUp() {
    std::unique_ptr<EngineSession> session = sessions_.take();
    if (session->isCaughtUp()) {
        noteUse();
        return session;
    }
    if (!session->isUsable()) {
        noteLoss();
        return nullptr;
    }
    noteLag();
    sessions_.giveBackLast(std::move(session));
    return nullptr;
}

void ReplicaPool::noteLoss() noexcept {
    noteFailure("the connection to one was lost");
    sessions_.dropIdle();
}

void ReplicaPool::noteUse() noexcept {
    lastUse_ = Clock::now();
    if (isMissed_.exchange(false)) kernelLog().info("reads are answered by replicas of the database again");
}

void ReplicaPool::noteLag() noexcept {
    if (Clock::now() - lastUse_.load() < kUsualLag || isMissed_.exchange(true)) return;
    kernelLog().warn("no replica of the database has caught up for " + std::to_string(kUsualLag.count()) +
                     " seconds: reads ask the primary. Does the replica run (SHOW REPLICA STATUS)?");
}

void ReplicaPool::noteFailure(const char* reason) noexcept {
    notBefore_ = Clock::now() + pause_;
    if (isMissed_.exchange(true)) return;
    kernelLog().warn(std::string("no replica of the database can be used, and reads ask the primary: ") + reason);
}

}  // namespace inkwell::kernel
