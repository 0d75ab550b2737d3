#include "kernel/data/write_probe.h"

#include "kernel/data/gate.h"
#include "kernel/data/migration_store.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// Ends a write that is not to be kept.
struct RolledBack {};

}  // namespace

WriteProbe::WriteProbe(PooledDatabase& database, std::chrono::milliseconds quiet)
    : database_(database), quiet_(quiet) {}

void WriteProbe::tryWriting() {
    const bool isKept = database_.engine().maxWriters() == 1;
    try {
        database_.write([isKept](Sql& sql) {
            writeAndTakeBack(sql);
            if (!isKept) throw RolledBack{};
        });
    } catch (const RolledBack&) {
    }
}

void WriteProbe::run() {
    try {
        tryWriting();
        succeed();
    } catch (const TooBusy&) {
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Conflict) fail(error.what());
    }
}

void WriteProbe::noteFailure(const std::string& why) noexcept {
    try {
        fail(why);
        const std::lock_guard lock(mutex_);
        failedAt_ = SteadyClock::now();
    } catch (const std::exception&) {
        // Nobody is told, for want of memory; the write itself was refused.
    }
}

void WriteProbe::fail(const std::string& why) {
    {
        const std::lock_guard lock(mutex_);
        if (!why_.empty()) return;
        why_ = why;
    }
    kernelLog().error("the database takes no writes: " + why);
}

void WriteProbe::succeed() {
    {
        const std::lock_guard lock(mutex_);
        if (why_.empty()) return;
        if (failedAt_ != SteadyClock::time_point{} && SteadyClock::now() - failedAt_ < quiet_) return;
        why_.clear();
        failedAt_ = {};
    }
    kernelLog().info("the database takes writes again");
}

std::string WriteProbe::problem() const {
    const std::lock_guard lock(mutex_);
    return why_.empty() ? "" : "the database takes no writes: " + why_;
}

}  // namespace inkwell::kernel
