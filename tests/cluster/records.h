#pragma once

#include <chrono>
#include <cstdint>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace inkwell::test {

/// One object as its only writer knows it.
struct Written {
    std::string id;               // "" while no answer has named it
    std::string title;            // nobody else's
    int value = 0;                // of the metafields `a` and `b`, the last that was acknowledged
    std::optional<int> perhaps;   // another value that it may have: nobody has answered
    bool deleted = false;         // acknowledged
    bool perhapsDeleted = false;  // nobody has answered
    bool scheduled = false;
    std::set<int> announced;  // values whose writes asked for a webhook and were acknowledged
};

struct Uploaded {
    std::string id, name, bytes;
};

/// What happened, for the checks and the report. Any thread.
class Records {
public:
    void add(Written written) {
        const std::lock_guard lock(mutex_);
        written_.push_back(std::move(written));
    }
    void add(Uploaded uploaded) {
        const std::lock_guard lock(mutex_);
        uploaded_.push_back(std::move(uploaded));
    }
    /// Counts answers and other outcomes, by a short name.
    void count(const std::string& what) {
        const std::lock_guard lock(mutex_);
        ++counts_[what];
    }
    /// What must never be.
    void fault(const std::string& sentence) {
        const std::lock_guard lock(mutex_);
        faults_.push_back(sentence);
    }
    void stale(std::chrono::milliseconds time, bool isCalm) {
        const std::lock_guard lock(mutex_);
        (isCalm ? calm_ : troubled_).push_back(time.count());
    }
    void slowest(std::chrono::milliseconds time) {
        const std::lock_guard lock(mutex_);
        times_.push_back(time.count());
    }
    void trouble(const std::string& sentence) {
        const std::lock_guard lock(mutex_);
        ++troubles_;
        std::cout << sentence << std::endl;  // a long trial shows that it goes on
    }

    // For one thread, when all others have ended.
    std::vector<Written> written_;
    std::vector<Uploaded> uploaded_;
    std::map<std::string, int> counts_;
    std::vector<std::string> faults_;
    int troubles_ = 0;
    std::vector<std::int64_t> calm_, troubled_;  // milliseconds until another server showed a change
    std::vector<std::int64_t> times_;            // milliseconds until a write was acknowledged

private:
    std::mutex mutex_;
};

}  // namespace inkwell::test
