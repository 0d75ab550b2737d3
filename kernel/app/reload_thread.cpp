#include "kernel/app/reload_thread.h"

namespace inkwell::kernel {

ReloadThread::ReloadThread(std::function<void()> reload) : reload_(std::move(reload)), thread_([this] { run(); }) {}

ReloadThread::~ReloadThread() {
    end(std::chrono::milliseconds(0));
    thread_.join();
}

void ReloadThread::ask() {
    const std::lock_guard lock(mutex_);
    isWanted_ = true;
    changed_.notify_all();
}

bool ReloadThread::end(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    isEnding_ = true;
    changed_.notify_all();
    return changed_.wait_for(lock, patience, [this] { return !isRunning_; });
}

void ReloadThread::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return isWanted_ || isEnding_; });
        if (isEnding_) return;
        isWanted_ = false;
        isRunning_ = true;
        lock.unlock();
        reload_();
        lock.lock();
        isRunning_ = false;
        changed_.notify_all();
    }
}

}  // namespace inkwell::kernel
