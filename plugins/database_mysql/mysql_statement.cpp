#include "mysql_statement.h"

#include <errmsg.h>

#include <cstring>

#include "mysql_error.h"

namespace inkwell::database_mysql {

namespace {

using Flag = std::remove_pointer_t<decltype(MYSQL_BIND::is_null)>;  // my_bool with MariaDB, bool with MySQL

struct ParameterOf {
    MYSQL_BIND& bind;
    void operator()(std::monostate) const { bind.buffer_type = MYSQL_TYPE_NULL; }
    void operator()(const std::int64_t& value) const { use(MYSQL_TYPE_LONGLONG, &value, sizeof value); }
    void operator()(const double& value) const { use(MYSQL_TYPE_DOUBLE, &value, sizeof value); }
    void operator()(const std::string& value) const { use(MYSQL_TYPE_STRING, value.data(), value.size()); }
    void operator()(const SqlBytes& value) const { use(MYSQL_TYPE_BLOB, value.bytes.data(), value.bytes.size()); }
    // The library reads the buffer only.
    void use(enum_field_types type, const void* data, std::size_t size) const {
        bind.buffer_type = type;
        bind.buffer = const_cast<void*>(data);
        bind.buffer_length = size;
    }
};

/// The kinds of value that the SDK knows; the library converts the narrower ones.
enum_field_types readAs(const MYSQL_FIELD& field) {
    switch (field.type) {
        case MYSQL_TYPE_TINY:
        case MYSQL_TYPE_SHORT:
        case MYSQL_TYPE_INT24:
        case MYSQL_TYPE_LONG:
        case MYSQL_TYPE_LONGLONG:
        case MYSQL_TYPE_YEAR:
            return MYSQL_TYPE_LONGLONG;
        case MYSQL_TYPE_FLOAT:
        case MYSQL_TYPE_DOUBLE:
            return MYSQL_TYPE_DOUBLE;
        // SUM of whole numbers is a DECIMAL without decimals.
        case MYSQL_TYPE_DECIMAL:
        case MYSQL_TYPE_NEWDECIMAL:
            return field.decimals == 0 ? MYSQL_TYPE_LONGLONG : MYSQL_TYPE_DOUBLE;
        default:
            return MYSQL_TYPE_STRING;
    }
}

/// Where the columns of the current row arrive. Texts get no room here: their length alone.
class RowBuffer {
public:
    explicit RowBuffer(MYSQL_STMT* statement) : statement_(statement) {
        const std::unique_ptr<MYSQL_RES, void (*)(MYSQL_RES*)> metadata(mysql_stmt_result_metadata(statement),
                                                                        mysql_free_result);
        const unsigned count = metadata ? mysql_num_fields(metadata.get()) : 0;
        cells_.resize(count);
        binds_.resize(count);
        for (unsigned column = 0; column < count; ++column) {
            MYSQL_BIND& bind = binds_[column];
            Cell& cell = cells_[column];
            std::memset(&bind, 0, sizeof bind);
            bind.buffer_type = readAs(*mysql_fetch_field_direct(metadata.get(), column));
            if (bind.buffer_type != MYSQL_TYPE_STRING) {
                bind.buffer = &cell.number;
                bind.buffer_length = sizeof cell.number;
            }
            bind.is_null = &cell.isNull;
            bind.length = &cell.length;
            bind.error = &cell.truncated;
        }
    }

    bool hasColumns() const noexcept { return !binds_.empty(); }
    MYSQL_BIND* binds() noexcept { return binds_.data(); }

    SqlRow read() {
        SqlRow row;
        row.reserve(cells_.size());
        for (unsigned column = 0; column < cells_.size(); ++column) row.push_back(readCell(column));
        return row;
    }

private:
    struct Cell {
        union {
            std::int64_t integer;
            double real;
        } number{};
        unsigned long length = 0;
        Flag isNull = 0;
        Flag truncated = 0;
    };

    SqlValue readCell(unsigned column) {
        const Cell& cell = cells_[column];
        if (cell.isNull) return {};
        switch (binds_[column].buffer_type) {
            case MYSQL_TYPE_LONGLONG:
                return SqlValue(cell.number.integer);
            case MYSQL_TYPE_DOUBLE:
                return SqlValue(cell.number.real);
            default:
                return SqlValue(readText(column, cell.length));
        }
    }

    std::string readText(unsigned column, unsigned long length) {
        std::string text(length, '\0');
        if (length == 0) return text;
        MYSQL_BIND whole;
        std::memset(&whole, 0, sizeof whole);
        unsigned long written = 0;
        Flag isNull = 0;
        Flag truncated = 0;
        whole.buffer_type = MYSQL_TYPE_STRING;
        whole.buffer = text.data();
        whole.buffer_length = length;
        whole.length = &written;
        whole.is_null = &isNull;
        whole.error = &truncated;
        if (mysql_stmt_fetch_column(statement_, &whole, column, 0) != 0) {
            throwError(mysql_stmt_errno(statement_), mysql_stmt_error(statement_), "reading a column");
        }
        return text;
    }

    MYSQL_STMT* statement_;
    std::vector<Cell> cells_;
    std::vector<MYSQL_BIND> binds_;
};

/// Takes what is left of a result off the connection, on every path.
class ResultGuard {
public:
    explicit ResultGuard(MYSQL_STMT* statement) : statement_(statement) {}
    ~ResultGuard() { mysql_stmt_free_result(statement_); }
    ResultGuard(const ResultGuard&) = delete;
    ResultGuard& operator=(const ResultGuard&) = delete;

private:
    MYSQL_STMT* statement_;
};

}  // namespace

MysqlStatement::MysqlStatement(MYSQL* connection, std::string_view text)
    : connection_(connection), statement_(mysql_stmt_init(connection)) {
    if (!statement_) throwError(mysql_errno(connection), mysql_error(connection), text);
    if (mysql_stmt_prepare(statement_.get(), text.data(), text.size()) != 0) fail(text);
}

// A connection that is lost between two rows of a result leaves its error at the connection alone, or nowhere.
void MysqlStatement::fail(std::string_view text) const {
    if (const unsigned code = mysql_stmt_errno(statement_.get()))
        throwError(code, mysql_stmt_error(statement_.get()), text);
    if (const unsigned code = mysql_errno(connection_)) throwError(code, mysql_error(connection_), text);
    throwError(CR_SERVER_LOST, "the connection was lost", text);
}

void MysqlStatement::checkCount(std::string_view text, const SqlParams& params) const {
    const unsigned long expected = mysql_stmt_param_count(statement_.get());
    if (params.size() != expected) {
        throw DatabaseError(DatabaseError::Kind::Other, std::to_string(params.size()) + " values for " +
                                                            std::to_string(expected) +
                                                            " parameters: " + std::string(text));
    }
}

std::vector<SqlRow> MysqlStatement::run(std::string_view text, const SqlParams& params) {
    checkCount(text, params);
    std::vector<MYSQL_BIND> binds(params.size());
    if (!params.empty()) std::memset(binds.data(), 0, binds.size() * sizeof(MYSQL_BIND));
    for (std::size_t i = 0; i < params.size(); ++i) std::visit(ParameterOf{binds[i]}, params[i].variant());
    if (!params.empty() && mysql_stmt_bind_param(statement_.get(), binds.data()) != 0) fail(text);
    if (mysql_stmt_execute(statement_.get()) != 0) fail(text);
    const ResultGuard guard(statement_.get());
    std::vector<SqlRow> rows = readRows(text);
    affectedRows_ = static_cast<std::int64_t>(mysql_stmt_affected_rows(statement_.get()));
    insertedNumber_ = static_cast<std::int64_t>(mysql_stmt_insert_id(statement_.get()));
    return rows;
}

std::vector<SqlRow> MysqlStatement::readRows(std::string_view text) {
    // Made anew for every execution: a table that changed changes the columns of a kept statement.
    RowBuffer buffer(statement_.get());
    std::vector<SqlRow> rows;
    if (!buffer.hasColumns()) return rows;
    if (mysql_stmt_bind_result(statement_.get(), buffer.binds()) != 0) fail(text);
    while (true) {
        const int fetched = mysql_stmt_fetch(statement_.get());
        if (fetched == MYSQL_NO_DATA) return rows;
        if (fetched != 0 && fetched != MYSQL_DATA_TRUNCATED) fail(text);
        rows.push_back(buffer.read());
    }
}

}  // namespace inkwell::database_mysql
