#pragma once

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

#include "inkwell/runtime.h"

namespace inkwell::testkit {

/// A clock that stands still until a test moves it. Any thread.
class FixedClock : public Clock {
public:
    std::int64_t nowMs() const override { return nowMs_; }
    void set(std::int64_t unixMs) { nowMs_ = unixMs; }
    void advance(std::int64_t ms) { nowMs_ += ms; }

private:
    std::atomic<std::int64_t> nowMs_{1'769'851'800'000};  // 2026-01-31T09:30:00.000Z
};

/// Ids that count up from 1: 000000000000000000000001 and so on. Any thread.
class CountingIds : public Ids {
public:
    std::string next() override { return id(++last_); }
    /// The n-th id.
    static std::string id(unsigned n) {
        char text[25];
        std::snprintf(text, sizeof text, "%024x", n);
        return text;
    }

private:
    std::atomic<unsigned> last_{0};
};

/// Keeps the lines for a test to look at. Any thread.
class CapturingLog : public Log {
public:
    struct Line {
        LogLevel level;
        std::string text;
    };
    void write(LogLevel level, std::string_view text) noexcept override {
        std::lock_guard lock(mutex_);
        lines_.push_back({level, std::string(text)});
    }
    std::vector<Line> lines() const {
        std::lock_guard lock(mutex_);
        return lines_;
    }
    bool contains(std::string_view fragment) const {
        std::lock_guard lock(mutex_);
        return std::any_of(lines_.begin(), lines_.end(),
                           [&](const Line& line) { return line.text.find(fragment) != std::string::npos; });
    }

private:
    mutable std::mutex mutex_;
    std::vector<Line> lines_;
};

}  // namespace inkwell::testkit
