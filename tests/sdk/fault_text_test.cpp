#include "inkwell/fault_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace inkwell {
namespace {

class Wordless : public std::exception {
public:
    const char* what() const noexcept override { return nullptr; }
};

template <class Thrown>
std::string textOf(const Thrown& thrown) {
    try {
        throw thrown;
    } catch (...) {
        return faultText();
    }
}

TEST(FaultText, SaysWhatTheExceptionSays) { EXPECT_EQ(textOf(std::runtime_error("too late")), "too late"); }

TEST(FaultText, SaysSomethingOfWhateverIsThrown) {
    EXPECT_EQ(textOf(7), "an exception that is no std::exception");
    EXPECT_EQ(textOf(Wordless()), "");
}

}  // namespace
}  // namespace inkwell
