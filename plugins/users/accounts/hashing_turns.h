#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace inkwell::users {

/// Who computes a hash of a password, and when. A few do at once and a bounded number wait, of which one network and
/// one account have a share; a turn goes first to whoever has neither in common with those who compute. So a flood
/// exhausts neither memory nor request threads, and whoever takes all of their share keeps nobody else waiting for
/// long. Any thread.
class HashingTurns {
public:
    struct Options {
        std::size_t atOnce = 2;
        int places = 30;  // computing or waiting
        int ofNetwork = 10;
        int ofAccount = 5;
        std::chrono::milliseconds longestWait{10'000};
    };
    /// "" has no share and no bound of its own.
    struct Asker {
        std::string network;
        std::string account;
    };
    HashingTurns() = default;
    explicit HashingTurns(const Options& options) : options_(options) {}

    /// The right to compute, given back with the object. The turns must outlive it.
    class Turn {
    public:
        /// Waits for it. Throws ApiError 429 at once where no place is left, or none of the share, and after the
        /// longest wait.
        Turn(HashingTurns& turns, Asker asker);
        ~Turn();
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        friend class HashingTurns;
        HashingTurns& turns_;
        const Asker asker_;
        bool computes_ = false;
    };

    /// How many compute or wait.
    int held() const;

private:
    using Held = std::map<std::string, int>;

    void wait(Turn& turn);
    void end(const Turn& turn) noexcept;
    void takePlace(const Asker& asker);
    void givePlace(const Asker& asker) noexcept;
    void giveTurns();
    bool isLikeOneThatComputes(const Asker& asker) const;

    const Options options_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<const Turn*> computing_;
    std::list<Turn*> waiting_;  // longest first
    Held networks_;
    Held accounts_;
    int held_ = 0;
};

}  // namespace inkwell::users
