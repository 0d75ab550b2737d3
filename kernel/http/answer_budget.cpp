#include "kernel/http/answer_budget.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <new>

#include "inkwell/client_network.h"
#include "inkwell/error.h"

namespace inkwell::kernel {

namespace {

constexpr std::int64_t kStepBytes = 64 * 1024;
constexpr int kRetryAfterSeconds = 2;
constexpr const char* kToNetwork = " to your network";
constexpr std::size_t kHeaderBytes = alignof(std::max_align_t);

// Counted in steps, so that memory that comes piece by piece is no contention.
std::int64_t chargeOf(std::int64_t held) noexcept {
    const std::int64_t counted = std::max<std::int64_t>(held - AnswerShare::kFreeBytes, 0);
    return (counted + kStepBytes - 1) / kStepBytes * kStepBytes;
}

ApiError refusal(const char* whose = "") {
    return ApiError::unavailable(std::string("the answers under way") + whose +
                                     " take all the memory there is for them; try again, or ask for less",
                                 kRetryAfterSeconds);
}

}  // namespace

bool AnswerBudget::take(std::int64_t bytes) noexcept {
    std::int64_t taken = taken_.load();
    while (taken + bytes <= maxBytes_) {
        if (taken_.compare_exchange_weak(taken, taken + bytes)) return true;
    }
    return false;
}

void AnswerBudget::admitWriter(const std::string& network) const {
    const std::lock_guard lock(mutex_);
    const auto row = readers_.find(network);
    if (row != readers_.end() && row->second > maxBytes_ / 2) throw refusal(kToNetwork);
}

bool AnswerBudget::takeForReader(const std::string& network, std::int64_t bytes, bool mayRefuse) {
    const std::lock_guard lock(mutex_);
    std::int64_t& waiting = readers_[network];
    if (mayRefuse && waiting > 0 && waiting + bytes > maxBytes_ / 2) return false;
    waiting += bytes;
    return true;
}

void AnswerBudget::giveForReader(const std::string& network, std::int64_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    const auto row = readers_.find(network);
    assert(row != readers_.end() && row->second >= bytes);
    if ((row->second -= bytes) == 0) readers_.erase(row);
}

AnswerShare::~AnswerShare() {
    if (charged_ > 0) budget_.give(charged_);
    if (waiting_ > 0) budget_.giveForReader(network_, waiting_);
}

void AnswerShare::grow(std::int64_t bytes) {
    const std::int64_t more = chargeOf(held_ + bytes) - charged_;
    if (more > 0) {
        if (!budget_.take(more)) {
            if (refuses_) refuse();
            budget_.takeAnyway(more);
        }
        charged_ += more;
    }
    held_ += bytes;
}

void AnswerShare::refuse() {
    lacks_ = true;
    throw AnswerRefused(refusal());
}

void AnswerShare::requireWhole() const {
    if (lacks_ && refuses_) throw AnswerRefused(refusal());
}

void AnswerShare::shrink(std::int64_t bytes) noexcept {
    held_ -= bytes;
    assert(held_ >= 0);
    const std::int64_t less = charged_ - chargeOf(held_);
    if (less <= 0) return;
    budget_.give(less);
    charged_ -= less;
}

void AnswerShare::waitForReader(std::int64_t bytes, const std::string& clientAddress) {
    assert(waiting_ == 0);
    if (bytes > held_) {
        grow(bytes - held_);
    } else {
        shrink(held_ - bytes);
    }
    if (bytes <= kFreeBytes) return;
    network_ = clientNetwork(clientAddress);
    if (!budget_.takeForReader(network_, bytes, refuses_)) throw refusal(kToNetwork);
    waiting_ = bytes;
}

// An arena gives its blocks back with other sizes than it took them with: the size stands before the memory.
void* AnswerShare::do_allocate(std::size_t bytes, std::size_t alignment) {
    if (alignment > kHeaderBytes) throw std::bad_alloc();
    const std::size_t all = bytes + kHeaderBytes;
    grow(static_cast<std::int64_t>(all));
    void* const memory = ::operator new(all, std::nothrow);
    if (memory == nullptr) {
        shrink(static_cast<std::int64_t>(all));
        if (refuses_) refuse();
        throw std::bad_alloc();
    }
    *static_cast<std::size_t*>(memory) = all;
    return static_cast<char*>(memory) + kHeaderBytes;
}

void AnswerShare::do_deallocate(void* memory, std::size_t, std::size_t) {
    void* const begin = static_cast<char*>(memory) - kHeaderBytes;
    const std::size_t all = *static_cast<std::size_t*>(begin);
    ::operator delete(begin);
    shrink(static_cast<std::int64_t>(all));
}

}  // namespace inkwell::kernel
