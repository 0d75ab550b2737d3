#pragma once

#include <spdlog/details/file_helper.h>
#include <spdlog/details/null_mutex.h>
#include <spdlog/sinks/base_sink.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace inkwell::kernel {

/// Where lines go: a file, or standard error. The thread that writes also takes the lines that arrive meanwhile: under
/// load, threads would otherwise queue for one system call each. No line waits unless a thread is writing, and each
/// batch is flushed. Behind a line that was cut by a full disk or a crash, the next begins on a line of its own. Any
/// thread.
class LineWriter {
public:
    /// "" is standard error. Throws spdlog::spdlog_ex when the file cannot be opened.
    explicit LineWriter(const std::string& file);
    ~LineWriter();
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// Blocks while too much waits for a slow disk. Throws spdlog::spdlog_ex when lines cannot be written; these are
    /// lost, later ones may not be.
    void write(spdlog::formatter& formatter, const spdlog::details::log_msg& message);

private:
    void writeWaiting(std::unique_lock<std::mutex>& lock);
    void put(const spdlog::memory_buf_t& batch);
    void putToStandardError(const spdlog::memory_buf_t& batch);

    std::mutex mutex_;
    std::condition_variable room_;
    spdlog::memory_buf_t waiting_;  // finished lines
    spdlog::memory_buf_t batch_;    // of the thread that writes
    bool isWriting_ = false;
    const std::string name_;  // "" for standard error
    bool mayBeTorn_;          // of the thread that writes: the last line may have no end
    spdlog::details::file_helper file_;
};

/// Passes lines of one form to a writer, whose lock also protects the formatter; several sinks share a writer.
class LineSink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
public:
    LineSink(std::shared_ptr<LineWriter> writer, std::unique_ptr<spdlog::formatter> formatter)
        : base_sink(std::move(formatter)), writer_(std::move(writer)) {}

private:
    void sink_it_(const spdlog::details::log_msg& message) override { writer_->write(*formatter_, message); }
    void flush_() override {}  // every batch is flushed already

    const std::shared_ptr<LineWriter> writer_;
};

}  // namespace inkwell::kernel
