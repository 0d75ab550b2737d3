#pragma once

#include <atomic>
#include <boost/json/memory_resource.hpp>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "inkwell/error.h"

namespace inkwell::kernel {

/// There is no memory for a response. Thrown out of allocations, so it is what whoever allocates must let pass, and no
/// ApiError, which some take for their own matter.
class AnswerRefused : public std::bad_alloc {
public:
    explicit AnswerRefused(ApiError refusal) : refusal_(std::move(refusal)) {}

    /// 503, for the client.
    const ApiError& refusal() const noexcept { return refusal_; }
    const char* what() const noexcept override { return refusal_.what(); }

private:
    ApiError refusal_;
};

/// A bound on the memory of all responses under way: their JSON, their text, its compressed form, and what clients have
/// not taken yet. Any thread.
class AnswerBudget {
public:
    explicit AnswerBudget(std::int64_t maxBytes) : maxBytes_(maxBytes) {}

    std::int64_t maxBytes() const noexcept { return maxBytes_; }
    std::int64_t taken() const noexcept { return taken_.load(std::memory_order_relaxed); }
    /// Before a write, whose response is never refused: throws ApiError 503 while more than half of the budget waits
    /// for readers in this network.
    void admitWriter(const std::string& network) const;

private:
    friend class AnswerShare;
    bool take(std::int64_t bytes) noexcept;
    void takeAnyway(std::int64_t bytes) noexcept { taken_ += bytes; }
    void give(std::int64_t bytes) noexcept { taken_ -= bytes; }
    bool takeForReader(const std::string& network, std::int64_t bytes, bool mayRefuse);
    void giveForReader(const std::string& network, std::int64_t bytes) noexcept;

    const std::int64_t maxBytes_;
    std::atomic<std::int64_t> taken_{0};
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::int64_t> readers_;  // by client network; guarded by mutex_
};

/// The part of the budget that one response holds until it is destroyed; also the memory resource of its JSON. The
/// first kFreeBytes are not counted, so that a small response touches nothing shared. One thread at a time.
class AnswerShare final : public boost::json::memory_resource {
public:
    static constexpr std::int64_t kFreeBytes = 32 * 1024;

    explicit AnswerShare(AnswerBudget& budget) noexcept : budget_(budget) {}
    ~AnswerShare() override;
    AnswerShare(const AnswerShare&) = delete;
    AnswerShare& operator=(const AnswerShare&) = delete;

    /// From now on bytes are counted but not refused: a stored write must not be answered as refused
    /// (interface/errors-and-limits.md).
    void refuseNothing() noexcept { refuses_ = false; }
    /// Counts memory that is about to be allocated. Throws AnswerRefused if that exceeds the budget.
    void grow(std::int64_t bytes);
    /// Throws AnswerRefused again if memory was refused before, whoever caught that: what was made since may lack
    /// parts.
    void requireWhole() const;
    /// Counts memory that was freed.
    void shrink(std::int64_t bytes) noexcept;
    /// The finished response: from now on `bytes` are held, whatever was before. Clients of one network may have half
    /// of the budget waiting, or one response; one that is not refused counts beyond that. Throws as grow, and
    /// ApiError 503.
    void waitForReader(std::int64_t bytes, const std::string& clientAddress);
    std::int64_t held() const noexcept { return held_; }

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const boost::json::memory_resource& other) const noexcept override { return this == &other; }

    [[noreturn]] void refuse();

    AnswerBudget& budget_;
    bool refuses_ = true;
    bool lacks_ = false;  // what was refused
    std::int64_t held_ = 0;
    std::int64_t charged_ = 0;  // of the budget
    std::int64_t waiting_ = 0;  // for a reader in network_
    std::string network_;
};

}  // namespace inkwell::kernel
