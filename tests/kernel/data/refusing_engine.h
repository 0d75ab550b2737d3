#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "plugins/database_sqlite/sqlite_engine.h"

namespace inkwell::kernel {

/// Commits as SQLite does, but refuses the next `refusals` of them first, as a Galera cluster may; and the next
/// `refusedMarks` of markSeen(), as a server with replicas that is just lost. While it `isSilent` no select returns.
class RefusingEngine : public database_sqlite::SqliteEngine {
public:
    using SqliteEngine::SqliteEngine;
    std::unique_ptr<EngineSession> open() override { return std::make_unique<Session>(*this, SqliteEngine::open()); }

    bool hasReplicas() const override { return true; }

    int refusals = 0;
    std::atomic<int> refusedMarks{0};
    std::atomic<bool> isSilent{false};

private:
    class Session : public EngineSession {
    public:
        Session(RefusingEngine& engine, std::unique_ptr<EngineSession> inner)
            : engine_(engine), inner_(std::move(inner)) {}
        std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override {
            while (engine_.isSilent) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return inner_->select(statement, params);
        }
        std::int64_t execute(std::string_view statement, const SqlParams& params) override {
            return inner_->execute(statement, params);
        }
        const Dialect& dialect() const override { return inner_->dialect(); }
        void begin(bool write) override {
            writing_ = write;
            inner_->begin(write);
        }
        void commit() override {
            if (writing_ && engine_.refusals > 0) {
                --engine_.refusals;
                throw DatabaseError(DatabaseError::Kind::Conflict, "refused");
            }
            inner_->commit();
        }
        void rollback() noexcept override { inner_->rollback(); }
        bool isInTransaction() noexcept override { return inner_->isInTransaction(); }
        bool isUsable() noexcept override { return inner_->isUsable(); }
        void markSeen() override {
            if (engine_.refusedMarks.load() == 0) return;
            --engine_.refusedMarks;
            throw DatabaseError(DatabaseError::Kind::ConnectionLost, "refused");
        }

    private:
        RefusingEngine& engine_;
        std::unique_ptr<EngineSession> inner_;
        bool writing_ = false;
    };
};

}  // namespace inkwell::kernel
