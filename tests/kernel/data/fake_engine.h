#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>

#include "inkwell/database_engine.h"

namespace inkwell::test {

/// An engine without a database, whose sessions fail as a test has planned. A plan is used up from its front; when it
/// is empty all goes well. One thread, except the counters.
class FakeEngine : public DatabaseEngine {
public:
    using Failure = std::optional<DatabaseError::Kind>;

    std::deque<Failure> onBegin, onStatement, onCommit;
    bool away = false;
    std::atomic<bool> moved{false};  // no session is usable
    int writers = 1000;
    std::atomic<int> opened{0}, alive{0}, begun{0}, committed{0}, rolledBack{0};

    std::string name() const override { return "fake"; }
    const Dialect& dialect() const override { throw std::logic_error("a fake engine has no dialect"); }
    std::unique_ptr<EngineSession> open() override {
        if (away) throw DatabaseError(DatabaseError::Kind::Unavailable, "away");
        ++opened;
        return std::make_unique<Session>(*this);
    }
    void withMigrationLock(EngineSession&, const std::function<void()>& work) override { work(); }
    int maxWriters() const override { return writers; }

private:
    class Session : public EngineSession {
    public:
        explicit Session(FakeEngine& engine) : engine_(engine) { ++engine_.alive; }
        ~Session() override { --engine_.alive; }
        std::vector<SqlRow> select(std::string_view, const SqlParams&) override {
            follow(engine_.onStatement);
            return {};
        }
        std::int64_t execute(std::string_view, const SqlParams&) override {
            follow(engine_.onStatement);
            return 1;
        }
        const Dialect& dialect() const override { return engine_.dialect(); }
        void begin(bool write) override {
            follow(engine_.onBegin);
            writing_ = write;
            if (write) ++engine_.begun;
        }
        void commit() override {
            follow(engine_.onCommit);
            if (writing_) ++engine_.committed;
            writing_ = false;
        }
        void rollback() noexcept override {
            if (writing_) ++engine_.rolledBack;
            writing_ = false;
        }
        bool isInTransaction() noexcept override { return writing_; }
        bool isUsable() noexcept override { return usable_ && !engine_.moved; }

    private:
        void follow(std::deque<Failure>& plan) {
            if (plan.empty()) return;
            const Failure failure = plan.front();
            plan.pop_front();
            if (!failure) return;
            if (*failure == DatabaseError::Kind::ConnectionLost) usable_ = false;
            throw DatabaseError(*failure, "planned");
        }

        FakeEngine& engine_;
        bool writing_ = false;
        bool usable_ = true;
    };
};

}  // namespace inkwell::test
