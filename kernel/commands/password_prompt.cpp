#include "kernel/commands/password_prompt.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <stdexcept>

namespace inkwell::kernel {

namespace {

constexpr std::array kEnding = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

termios before;  // of the terminal; a signal handler can be given nothing

void restoreAndEnd(int signal) {
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    ::signal(signal, SIG_DFL);
    raise(signal);
}

class HiddenTyping {
public:
    HiddenTyping() {
        if (tcgetattr(STDIN_FILENO, &before) != 0) return;
        for (std::size_t i = 0; i < kEnding.size(); ++i) handlers_[i] = ::signal(kEnding[i], restoreAndEnd);
        termios hidden = before;
        hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        isHidden_ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0;
    }
    ~HiddenTyping() {
        if (isHidden_) tcsetattr(STDIN_FILENO, TCSANOW, &before);
        for (std::size_t i = 0; i < kEnding.size(); ++i)
            if (handlers_[i] != SIG_ERR) ::signal(kEnding[i], handlers_[i]);
    }
    HiddenTyping(const HiddenTyping&) = delete;
    HiddenTyping& operator=(const HiddenTyping&) = delete;

private:
    std::array<sighandler_t, kEnding.size()> handlers_{SIG_ERR, SIG_ERR, SIG_ERR, SIG_ERR};
    bool isHidden_ = false;
};

std::string ask(const char* prompt) {
    std::cerr << prompt << std::flush;
    std::string line;
    std::getline(std::cin, line);
    std::cerr << "\n";
    return line;
}

}  // namespace

std::string readNewPassword() {
    if (isatty(STDIN_FILENO) == 0) {
        std::string line;
        std::getline(std::cin, line);
        return line;
    }
    const HiddenTyping hidden;
    std::string first = ask("new password, which is not shown: ");
    if (ask("the same again: ") != first) throw std::runtime_error("the two passwords differ; nothing was changed");
    return first;
}

}  // namespace inkwell::kernel
