#include "kernel/runtime/scheduler.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

using Time = std::chrono::steady_clock;

constexpr std::chrono::minutes kToldAgainAfter{1};
constexpr std::chrono::seconds kSilentStop{1};

struct Job {
    std::string plugin;
    std::string name;
    std::chrono::milliseconds interval;
    std::function<void()> run;
    Time::time_point due;
    // Of its failures, on the scheduler's thread:
    std::string told = {};  // "" while it succeeds
    Time::time_point toldAt = {};
    std::uint64_t untold = 0;
};

// One that runs every second would fill the log with a line that is known.
void tellFailure(Job& job, const std::string& reason) {
    const Time::time_point now = Time::now();
    if (reason == job.told && now - job.toldAt < kToldAgainAfter) {
        ++job.untold;
        return;
    }
    const std::string more = job.untold == 0 ? "" : "; before, untold: " + std::to_string(job.untold) + " times";
    makeLog(job.plugin)->error("the job '" + job.name + "' failed: " + reason + more);
    job.told = reason;
    job.toldAt = now;
    job.untold = 0;
}

void tellSuccess(Job& job) {
    if (job.told.empty()) return;
    makeLog(job.plugin)->info("the job '" + job.name + "' succeeds again");
    job.told.clear();
    job.untold = 0;
}

bool runGuarded(Job& job) noexcept {
    const LastWords inCase(job.plugin, "the job", job.name);
    try {
        job.run();
        tellSuccess(job);
        return true;
    } catch (...) {
        tellFailure(job, exceptionText());
        return false;
    }
}

}  // namespace

struct Scheduler::Impl {
    /// The jobs of one plugin and the thread that runs them. Stays when the plugin is removed.
    struct Lane {
        std::vector<std::shared_ptr<Job>> jobs = {};
        std::shared_ptr<Job> running = nullptr;
        std::thread thread = {};
        std::thread::id runner = {};
    };

    mutable std::mutex mutex;
    std::condition_variable changed;
    std::map<std::string, Lane> lanes;  // by plugin
    std::map<std::pair<std::string, std::string>, JobNumbers> numbers;
    bool started = false;
    bool stopping = false;

    // By the first job only: commands that merely look at the configuration need no thread.
    void startThread(Lane& lane) {
        if (!started || lane.jobs.empty() || lane.thread.joinable()) return;
        lane.thread = std::thread([this, &lane] { loop(lane); });
    }

    void loop(Lane& lane) {
        std::unique_lock lock(mutex);
        lane.runner = std::this_thread::get_id();
        while (!stopping) {
            const auto next = std::min_element(lane.jobs.begin(), lane.jobs.end(),
                                               [](const auto& a, const auto& b) { return a->due < b->due; });
            if (next == lane.jobs.end()) {
                changed.wait(lock);
            } else if (const Time::time_point due = (*next)->due; due > Time::now()) {
                changed.wait_until(lock, due);
            } else {
                runOne(lock, lane, *next);
            }
        }
    }

    void runOne(std::unique_lock<std::mutex>& lock, Lane& lane, const std::shared_ptr<Job>& next) {
        const std::shared_ptr<Job> job = next;  // which may leave the list while it runs
        lane.running = job;
        lock.unlock();
        const Time::time_point begin = Time::now();
        const bool succeeded = runGuarded(*job);
        const Time::time_point end = Time::now();
        lock.lock();
        job->due = end + job->interval;
        JobNumbers& counted = numbers[{job->plugin, job->name}];
        ++counted.runs;
        if (!succeeded) ++counted.failures;
        counted.spent += end - begin;
        lane.running = nullptr;
        changed.notify_all();
    }

    bool isIdle() const {
        return std::all_of(lanes.begin(), lanes.end(), [](const auto& one) { return one.second.running == nullptr; });
    }

    /// Whoever waits for the process to end learns for what.
    void tellOfRunning() const {
        for (const auto& [plugin, lane] : lanes) {
            if (lane.running) makeLog(plugin)->warn("the stop waits for the job '" + lane.running->name + "'");
        }
    }
};

Scheduler::Scheduler(Runs runs) : impl_(std::make_unique<Impl>()) { impl_->started = runs == Runs::AtOnce; }

Scheduler::~Scheduler() { stop(); }

void Scheduler::add(const std::string& plugin, const std::string& job, std::chrono::milliseconds interval,
                    std::function<void()> run) {
    Impl& s = *impl_;
    std::lock_guard lock(s.mutex);
    Impl::Lane& lane = s.lanes[plugin];
    lane.jobs.push_back(std::make_shared<Job>(Job{plugin, job, interval, std::move(run), Time::now() + interval}));
    s.numbers.try_emplace({plugin, job}, JobNumbers{plugin, job});
    s.startThread(lane);
    s.changed.notify_all();
}

void Scheduler::start() {
    std::lock_guard lock(impl_->mutex);
    impl_->started = true;
    for (auto& [plugin, lane] : impl_->lanes) impl_->startThread(lane);
}

bool Scheduler::removePlugin(const std::string& plugin, std::chrono::milliseconds limit) {
    Impl& s = *impl_;
    std::unique_lock lock(s.mutex);
    const auto found = s.lanes.find(plugin);
    if (found == s.lanes.end()) return true;
    Impl::Lane& lane = found->second;
    lane.jobs.clear();
    s.changed.notify_all();
    // A job that removes its own plugin would wait for itself.
    if (std::this_thread::get_id() == lane.runner) return true;
    return s.changed.wait_for(lock, limit, [&] { return lane.running == nullptr; });
}

std::vector<Scheduler::JobNumbers> Scheduler::numbers() const {
    std::lock_guard lock(impl_->mutex);
    std::vector<JobNumbers> all;
    for (const auto& [job, counted] : impl_->numbers) all.push_back(counted);
    return all;
}

std::chrono::milliseconds Scheduler::lag() const {
    std::lock_guard lock(impl_->mutex);
    const Time::time_point now = Time::now();
    Time::time_point oldest = now;
    for (const auto& [plugin, lane] : impl_->lanes) {
        for (const auto& job : lane.jobs) {
            if (job != lane.running) oldest = std::min(oldest, job->due);
        }
    }
    return std::chrono::duration_cast<std::chrono::milliseconds>(now - oldest);
}

std::string Scheduler::running(const std::string& plugin) const {
    std::lock_guard lock(impl_->mutex);
    const auto lane = impl_->lanes.find(plugin);
    return lane == impl_->lanes.end() || !lane->second.running ? "" : lane->second.running->name;
}

void Scheduler::stop() noexcept {
    Impl& s = *impl_;
    std::vector<std::thread> threads;
    std::unique_lock lock(s.mutex);
    s.stopping = true;
    for (auto& [plugin, lane] : s.lanes) {
        lane.jobs.clear();
        if (lane.thread.joinable()) threads.push_back(std::move(lane.thread));
    }
    s.changed.notify_all();
    if (!s.changed.wait_for(lock, kSilentStop, [&s] { return s.isIdle(); })) s.tellOfRunning();
    lock.unlock();
    for (std::thread& thread : threads) thread.join();
    lock.lock();
    s.stopping = false;
}

}  // namespace inkwell::kernel
