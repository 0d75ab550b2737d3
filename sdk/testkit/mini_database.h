#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "inkwell/database_engine.h"

namespace inkwell::testkit {

/// The ambient unit of work over an engine, with what the server promises: nested calls join, the outermost write
/// commits, a conflict runs the function again, an exception rolls back. Any thread.
class MiniDatabase : public Database {
public:
    /// The engine outlives it.
    explicit MiniDatabase(DatabaseEngine& engine) : engine_(engine) {}

    const Dialect& dialect() const override { return engine_.dialect(); }
    bool isWriting() const noexcept override;
    std::uint64_t currentAttempt() const noexcept override;

    /// Runs `action` once this thread's unit of work has committed; never if it does not. Throws std::logic_error
    /// outside of Database::write.
    void afterCommit(std::function<void()> action);
    /// Runs the steps of a plugin that no earlier call has run: every statement, and then all of them again, as a
    /// server does that was killed half-way. Throws std::logic_error for a number out of order, or a statement that
    /// fails.
    void migrate(const std::string& plugin, const std::vector<Migration>& migrations);
    /// Statements run in units of work so far: a test bounds how many a list needs.
    std::int64_t statementCount() const noexcept { return statements_; }

protected:
    void runUnit(bool write, const std::function<void(Sql&)>& body) override;

private:
    class Unit;
    std::unique_ptr<EngineSession> takeSession();
    void giveBack(std::unique_ptr<EngineSession> session);
    void runAttempts(Unit& unit, bool write, const std::function<void(Sql&)>& body);
    void execute(EngineSession& session, const Migration& migration, bool isRepetition);

    static thread_local Unit* current_;

    DatabaseEngine& engine_;
    std::mutex mutex_;
    std::mutex writing_;  // held by the one writer of an engine that allows one
    std::vector<std::unique_ptr<EngineSession>> idle_;
    std::atomic<std::int64_t> statements_{0};
    std::map<std::string, int> migrated_;  // by plugin: the last step
};

}  // namespace inkwell::testkit
