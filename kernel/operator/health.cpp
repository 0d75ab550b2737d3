#include "kernel/operator/health.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log_line.h"

namespace inkwell::kernel {

namespace {

std::string problemOf(const HealthCheck& check) {
    const LastWords inCase(check.owner, "the health check", check.name);
    try {
        return validUtf8(check.problem());
    } catch (...) {
        return "the check failed: " + exceptionText();
    }
}

}  // namespace

struct HealthMonitor::Impl {
    Impl(std::function<std::vector<HealthCheck>()> givenChecks, std::chrono::milliseconds givenPatience)
        : checks(std::move(givenChecks)), patience(givenPatience), thread([this] { loop(); }) {}

    void loop() {
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [this] { return isWanted || stopping; });
            if (stopping) return;
            isWanted = false;
            runRound(lock);
            ended = std::move(results);
            ++rounds;
            isRunning = false;
            changed.notify_all();
        }
    }

    // Unlocked while a check is asked. The checks go at the end of the round, with what they hold.
    void runRound(std::unique_lock<std::mutex>& lock) {
        isRunning = true;
        results.clear();
        lock.unlock();
        const std::vector<HealthCheck> all = checks();
        lock.lock();
        for (const HealthCheck& check : all) {
            if (stopping) break;
            results.push_back({check.owner, check.name, "", check.onlyDegrades});
            lock.unlock();
            std::string problem = problemOf(check);
            lock.lock();
            results.back().problem = std::move(problem);
        }
    }

    std::vector<HealthResult> ask() {
        std::unique_lock lock(mutex);
        const std::uint64_t before = rounds;
        if (!isRunning) isWanted = true;
        changed.notify_all();
        if (changed.wait_for(lock, patience, [&] { return rounds != before || stopping; })) return ended;
        std::vector<HealthResult> soFar = results;
        if (soFar.empty()) soFar.push_back({"kernel", "checks", ""});
        soFar.back().problem = "no answer within " + std::to_string(patience.count()) + " ms";
        return soFar;
    }

    const std::function<std::vector<HealthCheck>()> checks;
    const std::chrono::milliseconds patience;
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<HealthResult> results;  // of the round that runs
    std::vector<HealthResult> ended;    // of the last one: the next may have begun before all who asked have read it
    std::uint64_t rounds = 0;           // that have ended
    bool isWanted = false;
    bool isRunning = false;
    bool stopping = false;
    std::thread thread;  // last: it uses what is above
};

HealthMonitor::HealthMonitor(std::function<std::vector<HealthCheck>()> checks, std::chrono::milliseconds patience)
    : impl_(std::make_unique<Impl>(std::move(checks), patience)) {}

HealthMonitor::~HealthMonitor() {
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->stopping = true;
    }
    impl_->changed.notify_all();
    impl_->thread.join();
}

std::vector<HealthResult> HealthMonitor::ask() { return impl_->ask(); }

}  // namespace inkwell::kernel
