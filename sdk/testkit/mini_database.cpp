#include "mini_database.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace inkwell::testkit {

namespace {

constexpr int kAttempts = 10;

}  // namespace

struct MiniDatabase::Unit {
    const MiniDatabase* database;
    EngineSession& session;
    bool write;
    std::vector<std::function<void()>> afterCommit;
};

thread_local MiniDatabase::Unit* MiniDatabase::current_ = nullptr;

std::unique_ptr<EngineSession> MiniDatabase::takeSession() {
    {
        const std::lock_guard lock(mutex_);
        if (!idle_.empty()) {
            std::unique_ptr<EngineSession> session = std::move(idle_.back());
            idle_.pop_back();
            return session;
        }
    }
    return engine_.open();
}

void MiniDatabase::afterCommit(std::function<void()> action) {
    if (current_ == nullptr || current_->database != this || !current_->write) {
        throw std::logic_error("facts are published inside Database::write");
    }
    current_->afterCommit.push_back(std::move(action));
}

void MiniDatabase::runUnit(bool write, const std::function<void(Sql&)>& body) {
    if (current_ != nullptr && current_->database == this) {
        if (write && !current_->write) throw std::logic_error("a write inside a read: begin with Database::write");
        body(current_->session);
        return;
    }
    for (int attempt = 1;; ++attempt) {
        try {
            runOnce(write, body);
            return;
        } catch (const DatabaseError& error) {
            if (error.kind() != DatabaseError::Kind::Conflict || attempt == kAttempts) throw;
        }
    }
}

void MiniDatabase::runOnce(bool write, const std::function<void(Sql&)>& body) {
    std::unique_lock<std::mutex> turn(writing_, std::defer_lock);
    if (write && engine_.maxWriters() == 1) turn.lock();
    std::unique_ptr<EngineSession> session = takeSession();
    Unit unit{this, *session, write, {}};
    Unit* const outer = std::exchange(current_, &unit);
    try {
        session->begin(write);
        body(*session);
        session->commit();
    } catch (...) {
        current_ = outer;
        session->rollback();
        throw;
    }
    current_ = outer;
    if (turn.owns_lock()) turn.unlock();
    {
        const std::lock_guard lock(mutex_);
        if (session->isUsable()) idle_.push_back(std::move(session));
    }
    for (const auto& action : unit.afterCommit) action();
}

void MiniDatabase::migrate(const std::vector<Migration>& migrations) {
    const std::unique_ptr<EngineSession> session = engine_.open();
    engine_.withMigrationLock(*session, [&] {
        int expected = 1;
        for (const Migration& migration : migrations) {
            if (migration.number != expected++) {
                throw std::logic_error("the numbers of migrations must be 1, 2, 3 ..., not " +
                                       std::to_string(migration.number));
            }
            for (const bool isRepetition : {false, true}) execute(*session, migration, isRepetition);
        }
    });
}

void MiniDatabase::execute(EngineSession& session, const Migration& migration, bool isRepetition) {
    for (const char* statement : migration.statements) {
        try {
            session.execute(dialect().expand(statement), {});
        } catch (const DatabaseError& error) {
            const bool isHarmless = isRepetition && error.kind() == DatabaseError::Kind::AlreadyExists;
            if (isHarmless) continue;
            throw std::logic_error(std::string("migration '") + migration.name + "' failed" +
                                   (isRepetition ? " when it was run again: " : ": ") + error.what());
        }
    }
}

}  // namespace inkwell::testkit
