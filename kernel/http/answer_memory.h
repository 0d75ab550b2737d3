#pragma once

#include <boost/json/monotonic_resource.hpp>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "kernel/http/answer_budget.h"

namespace inkwell::kernel {

/// The memory of one response's JSON, counted in its share: an arena for what is small, and for what is large memory of
/// its own. The arena's blocks double, so that a list of some megabytes would leave half of the last one empty, and
/// nothing of it goes back before the end; large pieces go back when they are let go of. One thread at a time.
class AnswerMemory final : public boost::json::memory_resource {
public:
    explicit AnswerMemory(AnswerShare& share) noexcept : share_(share), small_(kFirstBytes, &share) {}
    ~AnswerMemory() override { release(); }
    AnswerMemory(const AnswerMemory&) = delete;
    AnswerMemory& operator=(const AnswerMemory&) = delete;

    /// Gives everything back; what was made in it must be gone, or never be touched again.
    void release() noexcept;

private:
    static constexpr std::size_t kFirstBytes = 16 * 1024;  // enough for the JSON of a usual object
    static constexpr std::size_t kLargeBytes = 64 * 1024;
    struct Large {
        void* memory;
        std::size_t bytes;
        std::size_t alignment;
    };

    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const boost::json::memory_resource& other) const noexcept override { return this == &other; }

    AnswerShare& share_;
    boost::json::monotonic_resource small_;
    std::vector<Large> large_;
};

}  // namespace inkwell::kernel

/// As for the arena: a tree is let go of without a walk through it.
template <>
struct boost::json::is_deallocate_trivial<inkwell::kernel::AnswerMemory> : std::true_type {};
