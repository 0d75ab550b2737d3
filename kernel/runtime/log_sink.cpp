#include "kernel/runtime/log_sink.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <utility>

namespace inkwell::kernel {

namespace {

// Of lines that wait while others are written; past it threads wait for a slow disk.
constexpr std::size_t kMaxWaitingBytes = 1024 * 1024;

// A device or a pipe has no end that could be looked at.
bool endsWithinALine(const std::string& name) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(name, unknown)) return false;
    std::ifstream file(name, std::ios::binary);
    char last = '\n';
    file.seekg(-1, std::ios::end) && file.get(last);
    return last != '\n';
}

// To open a pipe that nobody reads would wait until somebody does, with whoever sets the log up.
void refuseUnreadPipe(const std::string& name) {
    std::error_code unknown;
    if (!std::filesystem::is_fifo(name, unknown)) return;
    const int handle = ::open(name.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (handle < 0 && errno == ENXIO) throw spdlog::spdlog_ex("it is a pipe that nobody reads; start its reader first");
    if (handle >= 0) ::close(handle);
}

// The files that writers of this process have open. When the log is set up anew the writer before may be in the middle
// of a line: what its file ends with says nothing then, and it will write the rest.
class OpenFiles {
public:
    /// Whether the file's last line may have been left without its end.
    bool add(const std::string& name) {
        const std::lock_guard lock(mutex_);
        const bool isCut = cut_.erase(name) > 0;
        return writers_[name]++ == 0 || isCut;
    }
    void remove(const std::string& name) {
        const std::lock_guard lock(mutex_);
        if (--writers_[name] == 0) writers_.erase(name);
    }
    void noteCut(const std::string& name) {
        const std::lock_guard lock(mutex_);
        cut_.insert(name);
    }

private:
    std::mutex mutex_;
    std::map<std::string, int> writers_;
    std::set<std::string> cut_;
};

OpenFiles& openFiles() {
    static auto* const files = new OpenFiles;  // as long as the log itself
    return *files;
}

}  // namespace

LineWriter::LineWriter(const std::string& file) : name_(file), mayBeTorn_(false) {
    if (name_.empty()) return;
    refuseUnreadPipe(name_);
    file_.open(name_);
    mayBeTorn_ = openFiles().add(name_);
}

LineWriter::~LineWriter() {
    if (!name_.empty()) openFiles().remove(name_);
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
            if (!name_.empty()) openFiles().noteCut(name_);
            failure = std::current_exception();
        }
        lock.lock();
    }
    isWriting_ = false;
    if (failure) std::rethrow_exception(failure);
}

void LineWriter::put(const spdlog::memory_buf_t& batch) {
    if (name_.empty()) return putToStandardError(batch);
    const bool mayBeTorn = std::exchange(mayBeTorn_, true);
    if (mayBeTorn && endsWithinALine(name_)) {
        spdlog::memory_buf_t end;
        end.push_back('\n');
        file_.write(end);
    }
    file_.write(batch);
    file_.flush();
    mayBeTorn_ = false;
}

void LineWriter::putToStandardError(const spdlog::memory_buf_t& batch) {
    if (mayBeTorn_) std::fputc('\n', stderr);
    const std::size_t written = std::fwrite(batch.data(), 1, batch.size(), stderr);
    std::fflush(stderr);
    if (written > 0) mayBeTorn_ = batch[written - 1] != '\n';
}

}  // namespace inkwell::kernel
