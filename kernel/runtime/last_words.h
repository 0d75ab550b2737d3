#pragma once

#include <string>

namespace inkwell::kernel {

/// From now on the log says why the process dies when an exception leaves a noexcept function or a thread. Call once,
/// before any other thread starts.
void prepareLastWords();

/// Names what this thread is doing, for that log line: "stop() of the plugin 'media'". One at a time per thread.
class LastWords {
public:
    explicit LastWords(std::string place);
    ~LastWords();
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;
};

}  // namespace inkwell::kernel
