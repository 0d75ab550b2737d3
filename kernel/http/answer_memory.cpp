#include "kernel/http/answer_memory.h"

#include <algorithm>

namespace inkwell::kernel {

void AnswerMemory::release() noexcept {
    for (const Large& one : large_) share_.deallocate(one.memory, one.bytes, one.alignment);
    large_.clear();
    small_.release();
}

void* AnswerMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes < kLargeBytes) return small_.allocate(bytes, alignment);
    large_.reserve(large_.size() + 1);
    large_.push_back({share_.allocate(bytes, alignment), bytes, alignment});
    return large_.back().memory;
}

void AnswerMemory::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
    if (bytes < kLargeBytes) return;
    const auto found =
        std::find_if(large_.begin(), large_.end(), [&](const Large& one) { return one.memory == memory; });
    share_.deallocate(memory, bytes, alignment);
    large_.erase(found);
}

}  // namespace inkwell::kernel
