#include "kernel/runtime/exception_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace inkwell::kernel {
namespace {

class NoWords : public std::exception {
public:
    const char* what() const noexcept override { return nullptr; }
};

template <class Thrown>
std::string textOfThrown(Thrown thrown) {
    try {
        throw thrown;
    } catch (...) {
        return exceptionText();
    }
}

TEST(ExceptionText, IsWhatCanBeSaidOfWhateverWasThrown) {
    EXPECT_EQ(textOfThrown(std::runtime_error("broken \xFF")), "broken \uFFFD");
    EXPECT_EQ(textOfThrown(42), "an exception that is no std::exception");
    EXPECT_EQ(textOfThrown(NoWords()), "an exception without a text");
    EXPECT_EQ(textOfThrown(std::runtime_error(" ")), "an exception without a text");
}

}  // namespace
}  // namespace inkwell::kernel
