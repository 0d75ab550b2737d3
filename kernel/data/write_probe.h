#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "kernel/data/database.h"

namespace inkwell::kernel {

/// Whether the database takes writes: what the server's own writes met, and a small one that is tried now and then, for
/// a server that nobody writes to. Any thread.
class WriteProbe {
public:
    /// After a write of somebody failed, the database is not believed to take writes for so long: on a full disk small
    /// ones go on succeeding between those that fail.
    static constexpr std::chrono::milliseconds kQuiet{30'000};

    /// `database` must outlive it.
    explicit WriteProbe(PooledDatabase& database, std::chrono::milliseconds quiet = kQuiet);

    /// Tries a write that leaves nothing behind. It says nothing when it does not get its turn, or meets others'. Where
    /// several servers may share the database it is rolled back, so that no replica and no binary log hears of it;
    /// where there is one server it is committed, so that the disk takes it.
    void run();
    /// The database refused a write of somebody for `why` (PooledDatabase::onFailedWrite).
    void noteFailure(const std::string& why) noexcept;

    /// "" or a sentence.
    std::string problem() const;

private:
    void tryWriting();
    void succeed();
    void fail(const std::string& why);

    PooledDatabase& database_;
    const std::chrono::milliseconds quiet_;
    mutable std::mutex mutex_;
    std::string why_;                                   // "" while writes succeed
    std::chrono::steady_clock::time_point failedAt_{};  // of the last failure that was noted
};

}  // namespace inkwell::kernel
