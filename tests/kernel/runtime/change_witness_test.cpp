#include "kernel/runtime/change_witness.h"

#include <gtest/gtest.h>

#include <thread>

namespace inkwell::kernel {
namespace {

TEST(ChangeWitness, IsToldOfTheChangesOfItsThreadWhileItLives) {
    std::vector<std::string> told;
    const auto tell = [](const std::string& id) {
        Change change;
        change.id = id;
        ChangeWitness::tell(change, 1);
    };
    tell("before");
    {
        const ChangeWitness witness([&](const Change& change, std::uint64_t) { told.push_back(change.id); });
        tell("mine");
        std::thread([&] { tell("of another thread"); }).join();
        {
            const ChangeWitness inner(
                [&](const Change& change, std::uint64_t) { told.push_back("inner " + change.id); });
            tell("a");
        }
        tell("b");
    }
    tell("after");
    EXPECT_EQ(told, (std::vector<std::string>{"mine", "inner a", "b"}));
}

}  // namespace
}  // namespace inkwell::kernel
