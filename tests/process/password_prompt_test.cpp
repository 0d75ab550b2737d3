// `inkwell user password` at a terminal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

class PasswordPrompt : public testing::Test {
protected:
    PasswordPrompt() {
        grantpt(terminal_);
        unlockpt(terminal_);
        place_ = ptsname(terminal_);
        line_ = open(place_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
        installation_.run({"user", "add", "--email", "ann@example.com"});
    }
    ~PasswordPrompt() override {
        close(line_);
        close(terminal_);
    }
    ChildProcess begin() const {
        return ChildProcess("/bin/sh",
                            {"-c", "exec \"$0\" \"$@\" <" + place_, INKWELL_BINARY, "user", "password",
                             "ann@example.com", "--config", installation_.configFile()},
                            installation_.environment());
    }
    void type(const std::string& text) const {
        ASSERT_EQ(write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    bool isShown() const {
        termios now{};
        EXPECT_EQ(tcgetattr(line_, &now), 0);
        return (now.c_lflag & ECHO) != 0;
    }

    Installation installation_{Engine::Sqlite};
    const int terminal_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    int line_ = -1;
    std::string place_;
};

TEST_F(PasswordPrompt, HidesWhatIsTypedAndAsksTwice) {
    ChildProcess program = begin();
    ASSERT_TRUE(program.waitForErr("new password, which is not shown: ")) << program.err();
    EXPECT_FALSE(isShown());
    type("correct horse battery\n");
    ASSERT_TRUE(program.waitForErr("the same again: ")) << program.err();
    type("correct horse battery\n");
    EXPECT_EQ(program.wait(), 0) << program.err();
    EXPECT_TRUE(isShown());
    EXPECT_NE(program.out().find("the password of ann@example.com was set"), std::string::npos) << program.out();
}

TEST_F(PasswordPrompt, RefusesTwoThatDiffer) {
    ChildProcess program = begin();
    ASSERT_TRUE(program.waitForErr("new password, which is not shown: ")) << program.err();
    type("correct horse battery\n");
    ASSERT_TRUE(program.waitForErr("the same again: ")) << program.err();
    type("correct horse buttery\n");
    EXPECT_EQ(program.wait(), 1);
    EXPECT_NE(program.err().find("the two passwords differ; nothing was changed"), std::string::npos) << program.err();
    EXPECT_TRUE(isShown());
}

TEST_F(PasswordPrompt, LeavesTheTerminalAsItWasWhenItIsEnded) {
    ChildProcess program = begin();
    ASSERT_TRUE(program.waitForErr("new password, which is not shown: ")) << program.err();
    program.send(SIGINT);
    EXPECT_EQ(program.wait(), 128 + SIGINT);
    EXPECT_TRUE(isShown());
}

}  // namespace
}  // namespace inkwell::test
