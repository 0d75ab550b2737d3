// In every test program: a test that hangs ends its program and is named, instead of waiting for whoever ended ctest.
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <string>

#include "tests/support/sanitized.h"

namespace inkwell::test {
namespace {

// Of one test. TEST_DEADLINE_SECONDS gives those of a program more.
unsigned usualSeconds() { return inkwell::test::isSanitized() ? 1920 : 240; }  // they take several times as long

std::array<char, 400> lastWords{};

void giveUp(int) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, lastWords.data(), ::strlen(lastWords.data()));
    ::abort();
}

class Deadline : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo& test) override {
        const char* const given = ::getenv("TEST_DEADLINE_SECONDS");
        const unsigned seconds = given == nullptr ? usualSeconds() : static_cast<unsigned>(::atoi(given));
        const std::string words = std::string("\n") + test.test_suite_name() + "." + test.name() +
                                  " has not ended within " + std::to_string(seconds) + " seconds.\n";
        lastWords.fill('\0');
        words.copy(lastWords.data(), lastWords.size() - 1);
        ::signal(SIGALRM, giveUp);
        ::alarm(seconds);
    }
    void OnTestEnd(const testing::TestInfo&) override { ::alarm(0); }
};

[[maybe_unused]] const bool isWatching = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new Deadline);  // which owns it
    return true;
}();

}  // namespace
}  // namespace inkwell::test
