#pragma once

#include <signal.h>

#include <functional>
#include <thread>

namespace inkwell::kernel {

/// Ends a start that is told to stop, however long it waits for a database or a plugin. One thread makes and destroys
/// it.
class StartWatch {
public:
    /// `signals` are blocked in every thread. With the first of them that comes `end` is called, once, on a thread of
    /// this object.
    StartWatch(const sigset_t& signals, std::function<void()> end);
    /// From now on the signals wait for whoever asks for them.
    ~StartWatch();
    StartWatch(const StartWatch&) = delete;
    StartWatch& operator=(const StartWatch&) = delete;

private:
    void watch(const std::function<void()>& end) const;

    const int signals_;
    const int over_;
    std::thread thread_;
};

}  // namespace inkwell::kernel
