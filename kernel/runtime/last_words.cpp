#include "kernel/runtime/last_words.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>

#include "kernel/runtime/crash_report.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

thread_local const LastWords* currentWords = nullptr;

std::string placeOf(const LastWords* words) {
    if (words == nullptr) return "a thread, or a function that may not throw";
    std::string place(words->act());
    if (!words->object().empty()) place.append(" ").append(words->object());
    return place.append(" of the plugin '").append(words->plugin()).append("'");
}

[[noreturn]] void sayLastWords() noexcept {
    const std::string why = std::current_exception() ? exceptionText() : "no exception is known";
    kernelLog().error("the server must end: an exception left " + placeOf(LastWords::current()) + ": " + why);
    std::abort();
}

std::atomic<bool> mayExit{true};

void sayWhoExits() {
    if (mayExit) return;
    kernelLog().error("the server must end: exit() was called in " + placeOf(LastWords::current()) +
                      "; only the server itself may do that");
    ::_exit(1);
}

}  // namespace

NoExit::NoExit() {
    [[maybe_unused]] static const int registered = std::atexit(sayWhoExits);
    mayExit = false;
}

NoExit::~NoExit() { mayExit = true; }

void prepareLastWords() { std::set_terminate(sayLastWords); }

LastWords::LastWords(std::string_view plugin, std::string_view act, std::string_view object,
                     std::string_view requestId) noexcept
    : plugin_(plugin),
      act_(act),
      object_(object),
      outer_(currentWords),
      requestId_(requestId.empty() && outer_ != nullptr ? outer_->requestId_ : requestId) {
    currentWords = this;
    prepareThreadForCrashReport();
}

LastWords::~LastWords() { currentWords = outer_; }

const LastWords* LastWords::current() noexcept { return currentWords; }

}  // namespace inkwell::kernel
