#pragma once

#include <string>
#include <string_view>

namespace inkwell::kernel {

/// From now on the log says why the process dies when an exception leaves a noexcept function or a thread. Call once,
/// before any other thread starts.
void prepareLastWords();

/// While it lives, exit() called by a plugin or a library ends the process with code 1 and a line of the log that says
/// where: without it the process would seem to have ended as it was asked to. One at a time.
class NoExit {
public:
    NoExit();
    ~NoExit();
    NoExit(const NoExit&) = delete;
    NoExit& operator=(const NoExit&) = delete;
};

/// Names what this thread is doing, for the last line of the log (prepareLastWords, prepareCrashReport), while the
/// object lives: an act ("GET", "the job", "stop()") and its object (a path, a name, ""), of a plugin. They nest; an
/// inner one without a request id has that of the outer one. The texts must outlive the object.
class LastWords {
public:
    LastWords(std::string_view plugin, std::string_view act, std::string_view object = {},
              std::string_view requestId = {}) noexcept;
    ~LastWords();
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;

    /// Of this thread; null when it does nothing that was named.
    static const LastWords* current() noexcept;

    std::string_view plugin() const noexcept { return plugin_; }
    std::string_view act() const noexcept { return act_; }
    std::string_view object() const noexcept { return object_; }
    std::string_view requestId() const noexcept { return requestId_; }

private:
    const std::string_view plugin_;
    const std::string_view act_;
    const std::string_view object_;
    const LastWords* const outer_;
    const std::string_view requestId_;
};

}  // namespace inkwell::kernel
