#include "image_pool.h"

#include <array>
#include <optional>
#include <utility>

namespace inkwell::images {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kRetryAfterSeconds = 2;
constexpr int kNoRoomSeconds = 60;
constexpr int kPicturesPerWorker = 200;  // fragmentation would eat into its memory limit

ApiError stopped() {
    return ApiError::unavailable("the making of this image was stopped; try again", kRetryAfterSeconds);
}

}  // namespace

ApiError tooBusy() {
    return ApiError::unavailable("too many images are being made right now; try again", kRetryAfterSeconds);
}

/// A place among the workers, given back on every path.
class ImagePool::Lease {
public:
    Lease(ImagePool& pool, Wish& wish)
        : pool_(pool), wish_(wish), worker_(pool.acquire(wish)), wasUsedBefore_(worker_->process) {}
    ~Lease() {
        {
            std::lock_guard lock(pool_.mutex_);
            pool_.atWork_.erase(worker_->process.get());
        }
        if (!isKept_) worker_->process.reset();
        pool_.release(std::move(worker_), wish_);
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    WorkerProcess& process() {
        if (!worker_->process) {
            worker_->process = std::make_unique<WorkerProcess>(pool_.options_.program, pool_.options_.memoryMb);
            worker_->pictures = 0;
        }
        isKept_ = false;
        std::lock_guard lock(pool_.mutex_);
        if (!pool_.isRunning_) throw stopped();
        pool_.atWork_.insert(worker_->process.get());
        return *worker_->process;
    }
    bool wasUsedBefore() const { return wasUsedBefore_; }
    void keep() { isKept_ = ++worker_->pictures < kPicturesPerWorker; }

private:
    ImagePool& pool_;
    const Wish& wish_;
    std::unique_ptr<Worker> worker_;
    bool wasUsedBefore_;
    bool isKept_ = true;  // until it is given a picture
};

void ImagePool::start() {
    auto worker = std::make_unique<Worker>();
    worker->process = std::make_unique<WorkerProcess>(options_.program, options_.memoryMb);
    writesAvif_ = worker->process->writesAvif();
    std::lock_guard lock(mutex_);
    idle_.push_back(std::move(worker));
    isRunning_ = true;
}

void ImagePool::stop() noexcept {
    std::unique_lock lock(mutex_);
    isRunning_ = false;
    for (WorkerProcess* process : atWork_) process->interrupt();
    changed_.notify_all();
    changed_.wait(lock, [this] { return taken_ == 0 && waiting_.empty(); });
    idle_.clear();
}

ImagePool::Rank ImagePool::rankOf(const Wish& wish) const {
    std::optional<Rank> best;
    for (const std::string& network : wish.networks_) {
        const Turns& turns = networks_.at(network);
        const Rank rank(turns.workers, turns.last, network);
        if (!best || rank < *best) best = rank;
    }
    return *best;
}

bool ImagePool::isNext(Waiting::const_iterator asker) const {
    if (taken_ >= options_.workers) return false;
    const auto turnOf = [this](const Wish& wish) {
        const auto [workers, last, network] = rankOf(wish);
        return std::pair(workers, last);
    };
    const auto mine = turnOf(**asker);
    bool isEarlier = true;
    for (auto other = waiting_.begin(); other != waiting_.end(); ++other) {
        if (other == asker) {
            isEarlier = false;
            continue;
        }
        const auto rank = turnOf(**other);
        if (rank < mine || (isEarlier && rank == mine)) return false;
    }
    return true;
}

void ImagePool::join(Wish& wish, const std::string& network) {
    const std::lock_guard lock(mutex_);
    wish.until_ = SteadyClock::now() + std::chrono::milliseconds(options_.timeoutMs);
    if (!wish.networks_.insert(network).second || !wish.isWaiting_) return;
    ++networks_[network].askers;
    changed_.notify_all();
}

std::unique_ptr<ImagePool::Worker> ImagePool::acquire(Wish& wish) {
    std::unique_lock lock(mutex_);
    if (!isRunning_) throw stopped();
    for (const std::string& network : wish.networks_) ++networks_[network].askers;
    wish.isWaiting_ = true;
    wish.until_ = SteadyClock::now() + std::chrono::milliseconds(options_.timeoutMs);
    const auto asker = waiting_.insert(waiting_.end(), &wish);
    bool isMine = isNext(asker);
    while (isRunning_ && !isMine && SteadyClock::now() < wish.until_) {
        const SteadyClock::time_point until = wish.until_;  // whoever joins sets it
        changed_.wait_until(lock, until);
        isMine = isNext(asker);
    }
    waiting_.erase(asker);
    wish.isWaiting_ = false;
    changed_.notify_all();  // another one may be the next now
    const bool isTaken = isRunning_ && isMine;
    wish.turn_ = isTaken ? std::get<std::string_view>(rankOf(wish)) : "";
    for (const std::string& network : wish.networks_)
        if (!isTaken || network != wish.turn_) leave(network);
    if (!isTaken) throw isRunning_ ? tooBusy() : stopped();
    Turns& turns = networks_[wish.turn_];
    ++turns.workers;
    turns.last = ++turns_;
    ++taken_;
    if (idle_.empty()) return std::make_unique<Worker>();
    std::unique_ptr<Worker> worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
}

void ImagePool::leave(const std::string& network) noexcept {
    const auto row = networks_.find(network);
    if (row != networks_.end() && --row->second.askers == 0) networks_.erase(row);
}

void ImagePool::release(std::unique_ptr<Worker> worker, const Wish& wish) noexcept {
    std::lock_guard lock(mutex_);
    --taken_;
    --networks_.find(wish.turn_)->second.workers;
    leave(wish.turn_);
    if (isRunning_) idle_.push_back(std::move(worker));
    changed_.notify_all();
}

ImagePool::Attempt ImagePool::attempt(const std::string& request, const std::function<WorkerFiles()>& prepare,
                                      Wish& wish) {
    Lease lease(*this, wish);
    WorkerFiles files = prepare();
    const std::array<int, 2> handed = {files.input.get(), files.output.get()};
    WorkerProcess& process = lease.process();
    const SteadyTime deadline = SteadyClock::now() + std::chrono::milliseconds(options_.timeoutMs);
    std::string text;
    Attempt attempt{process.ask(request, handed, text, deadline), lease.wasUsedBefore(), {}, std::move(files)};
    if (attempt.outcome != WorkerProcess::Outcome::Answered) return attempt;
    attempt.answer = parseStoredJson(text).as_object();
    if (!attempt.answer.contains("refused")) lease.keep();
    return attempt;
}

ImagePool::Made ImagePool::run(JsonObject request, const std::function<WorkerFiles()>& prepare, Wish& wish) {
    using Outcome = WorkerProcess::Outcome;
    request["timeout_ms"] = options_.timeoutMs;
    const std::string text = writeJson(request);
    ++runs_;
    Attempt made = attempt(text, prepare, wish);
    // One that had worked before, or waited, may have died of something else than this image.
    const bool isLost = made.outcome == Outcome::Broken || made.outcome == Outcome::Stopped;
    if (isLost && made.wasUsedBefore) made = attempt(text, prepare, wish);
    switch (made.outcome) {
        case Outcome::Late:
            throw WorkerLost("it takes longer than the " + std::to_string(options_.timeoutMs) +
                             " milliseconds that are allowed");
        case Outcome::Broken:
            throw WorkerLost("the file is damaged, or it needs more memory than is allowed");
        case Outcome::Stopped:
            throw stopped();
        case Outcome::Answered:
            break;
    }
    if (made.answer.contains("no_room")) {
        throw ApiError::unavailable("there is no room to make the picture in: try again later", kNoRoomSeconds)
            .withLogText(std::string(textOf(made.answer, "no_room")));
    }
    if (made.answer.contains("refused"))
        throw Unprocessable(std::string(textOf(made.answer, "refused")), std::string(textOf(made.answer, "detail")));
    return {std::move(made.answer), std::move(made.files)};
}

std::size_t ImagePool::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

std::vector<pid_t> ImagePool::busyWorkers() const {
    std::lock_guard lock(mutex_);
    std::vector<pid_t> pids;
    for (const WorkerProcess* process : atWork_) pids.push_back(process->pid());
    return pids;
}

}  // namespace inkwell::images
