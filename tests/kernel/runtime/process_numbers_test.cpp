#include "kernel/runtime/process_numbers.h"

#include <gtest/gtest.h>

#include <thread>

namespace inkwell::kernel {
namespace {

TEST(ProcessNumbers, AreThoseOfThisProcess) {
    std::thread other([] {
        const ProcessNumbers numbers = readProcessNumbers();
        EXPECT_GE(numbers.threads, 2);
        EXPECT_GT(numbers.residentBytes, 1'000'000);
        EXPECT_GE(numbers.openDescriptors, 3);
        EXPECT_GE(numbers.maxDescriptors, numbers.openDescriptors);
        EXPECT_GT(numbers.startSeconds, 1'600'000'000);
        EXPECT_GE(numbers.cpuSeconds, 0);
    });
    other.join();
}

}  // namespace
}  // namespace inkwell::kernel
