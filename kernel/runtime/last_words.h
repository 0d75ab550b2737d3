#pragma once

#include <string>

namespace inkwell::kernel {

/// From now on the log says why, when the process must end because an exception left a function that may not throw, or
/// a thread. Once, before there are threads.
void prepareLastWords();

/// Says what this thread is at, for those words: "stop() of the plugin 'media'". One at a time in a thread.
class LastWords {
public:
    explicit LastWords(std::string place);
    ~LastWords();
    LastWords(const LastWords&) = delete;
    LastWords& operator=(const LastWords&) = delete;
};

}  // namespace inkwell::kernel
