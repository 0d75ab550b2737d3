#pragma once

#include <vector>

#include "tests/support/noting_sql.h"

namespace inkwell::test {

/// Passes units of work on, and keeps the statements that read. One thread; `database` outlives it.
class NotingDatabase : public Database {
public:
    explicit NotingDatabase(Database& database) : database_(database) {}
    const Dialect& dialect() const override { return database_.dialect(); }
    bool isWriting() const noexcept override { return database_.isWriting(); }
    std::uint64_t currentAttempt() const noexcept override { return database_.currentAttempt(); }

    /// Whether a unit of work is open.
    bool isOpen() const noexcept { return open_ > 0; }

    std::vector<NotingSql::Statement> selects;

protected:
    void runUnit(bool write, const std::function<void(Sql&)>& body) override {
        const auto noted = [&](Sql& sql) {
            NotingSql noting(sql);
            ++open_;
            body(noting);
            --open_;
            selects.insert(selects.end(), noting.selects.begin(), noting.selects.end());
        };
        write ? database_.write(noted) : database_.read(noted);
    }

private:
    Database& database_;
    int open_ = 0;
};

}  // namespace inkwell::test
