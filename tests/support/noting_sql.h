#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::test {

/// Passes statements on, and keeps those that read. One thread; `sql` outlives it.
class NotingSql : public Sql {
public:
    explicit NotingSql(Sql& sql) : sql_(sql) {}
    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override {
        selects.push_back({std::string(statement), params});
        return sql_.select(statement, params);
    }
    std::int64_t execute(std::string_view statement, const SqlParams& params) override {
        return sql_.execute(statement, params);
    }
    const Dialect& dialect() const override { return sql_.dialect(); }

    struct Statement {
        std::string text;
        SqlParams params;
    };
    std::vector<Statement> selects;

private:
    Sql& sql_;
};

}  // namespace inkwell::test
