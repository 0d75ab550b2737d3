#include "kernel/runtime/scheduler.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

using Time = std::chrono::steady_clock;

struct Job {
    std::string plugin;
    std::string name;
    std::chrono::milliseconds interval;
    std::function<void()> run;
    Time::time_point due;
};

void runGuarded(const Job& job) noexcept {
    try {
        job.run();
    } catch (...) {
        makeLog(job.plugin)->error("the job '" + job.name + "' failed: " + exceptionText());
    }
}

}  // namespace

struct Scheduler::Impl {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::shared_ptr<Job>> jobs;
    std::shared_ptr<Job> running;
    std::thread thread;
    bool stopping = false;

    void loop() {
        std::unique_lock lock(mutex);
        while (!stopping) {
            const auto next = std::min_element(jobs.begin(), jobs.end(),
                                               [](const auto& a, const auto& b) { return a->due < b->due; });
            if (next == jobs.end()) {
                changed.wait(lock);
            } else if (const Time::time_point due = (*next)->due; due > Time::now()) {
                changed.wait_until(lock, due);
            } else {
                runOne(lock, *next);
            }
        }
    }

    void runOne(std::unique_lock<std::mutex>& lock, std::shared_ptr<Job> job) {
        running = job;
        lock.unlock();
        runGuarded(*job);
        lock.lock();
        job->due = Time::now() + job->interval;
        running = nullptr;
        changed.notify_all();
    }
};

Scheduler::Scheduler() : impl_(std::make_unique<Impl>()) {}

Scheduler::~Scheduler() { stop(); }

void Scheduler::add(const std::string& plugin, const std::string& job, std::chrono::milliseconds interval,
                    std::function<void()> run) {
    Impl& s = *impl_;
    std::lock_guard lock(s.mutex);
    s.jobs.push_back(std::make_shared<Job>(Job{plugin, job, interval, std::move(run), Time::now() + interval}));
    // Started by the first job only: commands that merely look at the configuration need no thread.
    if (!s.thread.joinable()) {
        s.stopping = false;
        s.thread = std::thread([&s] { s.loop(); });
    }
    s.changed.notify_all();
}

void Scheduler::removePlugin(const std::string& plugin) {
    Impl& s = *impl_;
    std::unique_lock lock(s.mutex);
    std::erase_if(s.jobs, [&](const auto& job) { return job->plugin == plugin; });
    s.changed.notify_all();
    // A job that removes its own plugin would wait for itself.
    if (std::this_thread::get_id() == s.thread.get_id()) return;
    s.changed.wait(lock, [&] { return s.running == nullptr || s.running->plugin != plugin; });
}

void Scheduler::stop() noexcept {
    Impl& s = *impl_;
    std::thread thread;
    {
        std::lock_guard lock(s.mutex);
        s.stopping = true;
        s.jobs.clear();
        thread = std::move(s.thread);
        s.changed.notify_all();
    }
    if (thread.joinable()) thread.join();
}

}  // namespace inkwell::kernel
