#pragma once

#include <cstdlib>
#include <random>
#include <string>

namespace inkwell::test {

/// For tests of random cases: the number in INKWELL_SEED, or one of its own for `random`; otherwise always the same, so
/// that a run says something about the change that it is run for.
inline unsigned randomSeed() {
    const char* given = std::getenv("INKWELL_SEED");
    if (given == nullptr) return 1;
    return std::string(given) == "random" ? std::random_device()() : static_cast<unsigned>(std::stoul(given));
}

}  // namespace inkwell::test
