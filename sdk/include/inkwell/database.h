#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

class Dialect;

/// What is no text, to be bound to a {bytes} column. Read from there it is a text whose bytes may be any.
struct SqlBytes {
    bool operator==(const SqlBytes&) const = default;

    std::string bytes;
};

/// One value bound to a `?` or read from a column. Texts are UTF-8.
class INKWELL_API SqlValue {
public:
    SqlValue() = default;  // NULL
    SqlValue(std::nullptr_t) {}
    SqlValue(bool value) : value_(std::int64_t{value ? 1 : 0}) {}
    SqlValue(int value) : value_(std::int64_t{value}) {}
    SqlValue(std::int64_t value) : value_(value) {}
    SqlValue(double value) : value_(value) {}
    SqlValue(const char* value) : value_(std::string(value)) {}
    SqlValue(std::string_view value) : value_(std::string(value)) {}
    SqlValue(std::string value) : value_(std::move(value)) {}
    SqlValue(SqlBytes value) : value_(std::move(value)) {}
    template <class T>
    SqlValue(const std::optional<T>& value) {
        if (value) *this = SqlValue(*value);
    }

    using Variant = std::variant<std::monostate, std::int64_t, double, std::string, SqlBytes>;

    bool isNull() const noexcept { return value_.index() == 0; }
    const Variant& variant() const noexcept { return value_; }

    /// Convert between number and text as needed; NULL is 0 or "".
    std::int64_t integer() const;
    double number() const;
    std::string text() const&;
    std::string text() &&;
    std::optional<std::string> optionalText() const;
    std::optional<std::int64_t> optionalInteger() const;
    /// The text or the bytes themselves, without a copy; "" for anything else.
    std::string_view view() const noexcept;

private:
    Variant value_;
};

using SqlParams = std::vector<SqlValue>;
using SqlRow = std::vector<SqlValue>;

/// Why a statement failed, translated by the engine so that stores need not know the engine.
class INKWELL_API DatabaseError : public std::exception {
public:
    enum class Kind {
        Duplicate,       // a unique index refused the row
        Conflict,        // deadlock, lock timeout, busy: the whole unit of work may be tried again
        ConnectionLost,  // noticed by this statement
        Unavailable,     // no connection available: clients get 503
        OutcomeUnknown,  // lost while it committed: stored or not, nobody knows; clients get 503 with a code of its own
        AlreadyExists,   // DDL found what it should create: a migration was interrupted
        Other,
    };
    DatabaseError(Kind kind, std::string message) : kind_(kind), message_(std::move(message)) {}
    Kind kind() const noexcept { return kind_; }
    const char* what() const noexcept override { return message_.c_str(); }  // for the log, never for clients

private:
    Kind kind_;
    std::string message_;
};

/// The session of the current unit of work. Statements are kept prepared by their text: pass constant texts with `?`,
/// never text from a client. Valid inside the function given to Database::read or write, on its thread.
class INKWELL_API Sql {
public:
    virtual ~Sql() = default;
    virtual std::vector<SqlRow> select(std::string_view statement, const SqlParams& params = {}) = 0;
    /// Rows inserted, deleted or changed. An UPDATE to equal values counts 0 on MySQL: no test for existence. Throws
    /// std::logic_error outside Database::write.
    virtual std::int64_t execute(std::string_view statement, const SqlParams& params = {}) = 0;
    virtual const Dialect& dialect() const = 0;

    std::optional<SqlRow> selectOne(std::string_view statement, const SqlParams& params = {});
};

/// "(?,?,?)" for `IN`, with the values appended to `params`. The list is padded to the next power of two by repeating
/// the last value, so that a few prepared statements cover every length. An empty list matches nothing.
INKWELL_API std::string sqlIn(std::span<const std::string> values, SqlParams& params);

/// The ambient unit of work. `read` and `write` take a session and bind it to the thread; nested calls on that thread
/// join it. A `read` is no snapshot: each SELECT sees what is committed when it begins, so two of them may not fit
/// together. The outermost `write` commits, then delivers the facts published inside; a deadlock, a lock timeout or a
/// Duplicate that leaves it runs the whole function again, some times at most, so it must change only the database and
/// its locals. An exception rolls back and is rethrown. Throws DatabaseError; Unavailable when no session is free.
class INKWELL_API Database {
public:
    virtual ~Database() = default;
    virtual const Dialect& dialect() const = 0;
    /// Whether this thread is inside a write: what it reads now may never be committed, or be older than what others
    /// have committed since. A cache keeps nothing of it.
    virtual bool isWriting() const noexcept = 0;
    /// Another number for every transaction of every thread, also for one that is run again; 0 outside a write. For
    /// what is counted of one transaction.
    virtual std::uint64_t currentAttempt() const noexcept = 0;

    /// fn(Sql&) -> any value.
    template <class F>
    auto read(F&& fn) {
        return run(fn, false);
    }
    template <class F>
    auto write(F&& fn) {
        return run(fn, true);
    }

protected:
    virtual void runUnit(bool write, const std::function<void(Sql&)>& body) = 0;

private:
    template <class F>
    auto run(F& fn, bool write) {
        using Result = std::invoke_result_t<F&, Sql&>;
        if constexpr (std::is_void_v<Result>) {
            runUnit(write, [&fn](Sql& sql) { fn(sql); });
        } else {
            std::optional<Result> result;
            runUnit(write, [&](Sql& sql) { result.emplace(fn(sql)); });
            return std::move(*result);
        }
    }
};

/// One step of a plugin's schema. Append-only: never edit a published one (its digest is in schema_migrations).
/// Statements are written in the shared subset of the engines with the column words of Dialect::expand. Each must be
/// harmless when it was already done: MySQL commits every DDL statement separately, and a crash can come between two.
struct Migration {
    int number;
    const char* name;
    std::vector<const char*> statements;
};

}  // namespace inkwell
