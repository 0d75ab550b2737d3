#include "kernel/runtime/log_sink.h"

#include <cstdio>
#include <exception>
#include <utility>

namespace inkwell::kernel {

namespace {

// Of lines that wait while others are written; past it threads wait for a slow disk.
constexpr std::size_t kMaxWaitingBytes = 1024 * 1024;

}  // namespace

LineWriter::LineWriter(const std::string& file) : isFile_(!file.empty()) {
    if (isFile_) file_.open(file);
}

void LineWriter::write(spdlog::formatter& formatter, const spdlog::details::log_msg& message) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return waiting_.size() < kMaxWaitingBytes; });
    formatter.format(message, waiting_);
    if (!isWriting_) writeWaiting(lock);
}

void LineWriter::writeWaiting(std::unique_lock<std::mutex>& lock) {
    isWriting_ = true;
    std::exception_ptr failure;
    while (waiting_.size() > 0) {
        batch_.clear();
        std::swap(batch_, waiting_);
        lock.unlock();
        room_.notify_all();
        try {
            put(batch_);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
    }
    isWriting_ = false;
    if (failure) std::rethrow_exception(failure);
}

void LineWriter::put(const spdlog::memory_buf_t& batch) {
    if (isFile_) {
        file_.write(batch);
        file_.flush();
    } else {
        std::fwrite(batch.data(), 1, batch.size(), stderr);
        std::fflush(stderr);
    }
}

}  // namespace inkwell::kernel
