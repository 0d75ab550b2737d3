#include "mini_database.h"

#include <chrono>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

namespace inkwell::testkit {

namespace {

constexpr int kAttempts = 10;

// Jittered, so that those who collided do not collide again.
void backOff(int attempt) {
    thread_local std::minstd_rand random{std::random_device{}()};
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(1, 2 << attempt)(random)));
}

}  // namespace

class MiniDatabase::Unit : public Sql {
public:
    Unit(MiniDatabase& database, EngineSession& session) : database_(database), session_(session), outer_(current_) {
        current_ = this;
    }
    ~Unit() override { current_ = outer_; }
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;

    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override {
        ++database_.statements_;
        return session_.select(statement, params);
    }
    std::int64_t execute(std::string_view statement, const SqlParams& params) override {
        if (!isWriting_ && statement != dialect().seeUncommitted())
            throw std::logic_error("a statement that changes something needs Database::write around it");
        ++database_.statements_;
        return session_.execute(statement, params);
    }
    const Dialect& dialect() const override { return session_.dialect(); }

    void begin(bool write) {
        static std::atomic<std::uint64_t> attempts{0};
        session_.begin(write);
        isWriting_ = write;
        attempt_ = ++attempts;
    }
    void commit() {
        session_.commit();
        isWriting_ = false;
    }
    void abandon() noexcept {
        session_.rollback();
        actions_.clear();
        isWriting_ = false;
    }
    bool isOf(const MiniDatabase& database) const { return &database_ == &database; }
    bool isWriting() const { return isWriting_; }
    std::uint64_t attempt() const { return attempt_; }
    void afterCommit(std::function<void()> action) { actions_.push_back(std::move(action)); }
    std::vector<std::function<void()>> takeActions() { return std::exchange(actions_, {}); }

private:
    MiniDatabase& database_;
    EngineSession& session_;
    Unit* const outer_;
    bool isWriting_ = false;
    std::uint64_t attempt_ = 0;
    std::vector<std::function<void()>> actions_;
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

void MiniDatabase::giveBack(std::unique_ptr<EngineSession> session) {
    const std::lock_guard lock(mutex_);
    if (session->isUsable()) idle_.push_back(std::move(session));
}

bool MiniDatabase::isWriting() const noexcept {
    return current_ != nullptr && current_->isOf(*this) && current_->isWriting();
}

std::uint64_t MiniDatabase::currentAttempt() const noexcept { return isWriting() ? current_->attempt() : 0; }

void MiniDatabase::afterCommit(std::function<void()> action) {
    if (!isWriting()) throw std::logic_error("facts are published inside Database::write");
    current_->afterCommit(std::move(action));
}

void MiniDatabase::runUnit(bool write, const std::function<void(Sql&)>& body) {
    std::vector<std::function<void()>> actions;
    if (current_ == nullptr || !current_->isOf(*this)) {
        std::unique_ptr<EngineSession> session = takeSession();
        {
            Unit unit(*this, *session);
            runAttempts(unit, write, body);
            actions = unit.takeActions();
        }
        giveBack(std::move(session));
    } else if (write && !current_->isWriting()) {
        runAttempts(*current_, true, body);
        actions = current_->takeActions();
    } else {
        body(*current_);
    }
    for (const auto& action : actions) action();
}

void MiniDatabase::runAttempts(Unit& unit, bool write, const std::function<void(Sql&)>& body) {
    for (int attempt = 1;; ++attempt) {
        std::unique_lock<std::mutex> turn(writing_, std::defer_lock);
        if (write && engine_.maxWriters() == 1) turn.lock();
        try {
            unit.begin(write);
            body(unit);
            unit.commit();
            return;
        } catch (const DatabaseError& error) {
            unit.abandon();
            if (error.kind() != DatabaseError::Kind::Conflict || attempt == kAttempts) throw;
        } catch (...) {
            unit.abandon();
            throw;
        }
        if (turn.owns_lock()) turn.unlock();
        backOff(attempt);
    }
}

void MiniDatabase::migrate(const std::string& plugin, const std::vector<Migration>& migrations) {
    const std::unique_ptr<EngineSession> session = engine_.open();
    engine_.withMigrationLock(*session, [&] {
        int expected = 1;
        int& last = migrated_[plugin];
        for (const Migration& migration : migrations) {
            if (migration.number != expected++) {
                throw std::logic_error("the numbers of migrations must be 1, 2, 3 ..., not " +
                                       std::to_string(migration.number));
            }
            if (migration.number <= last) continue;
            for (const bool isRepetition : {false, true}) execute(*session, migration, isRepetition);
            last = migration.number;
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
