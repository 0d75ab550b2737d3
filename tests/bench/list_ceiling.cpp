// The bare time of one SELECT: run again and again by one thread through the engine's own library, every column of
// every row looked at and thrown away. Usage: list_ceiling sqlite FILE SQL | mysql PORT DATABASE SQL; prints "rows N"
// and "select N" in statements per second.
#include <mysql.h>
#include <sqlite3.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

constexpr std::chrono::seconds kDuration{3};

/// Runs the statement once and returns its rows.
using Run = std::function<long()>;

volatile std::size_t bytesSeen = 0;

Run openSqlite(const char* file, const char* sql) {
    sqlite3* opened = nullptr;
    if (sqlite3_open_v2(file, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
        throw std::runtime_error(sqlite3_errmsg(opened));
    }
    const std::shared_ptr<sqlite3> connection(opened, sqlite3_close_v2);
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v2(opened, sql, -1, &prepared, nullptr) != SQLITE_OK) {
        throw std::runtime_error(sqlite3_errmsg(opened));
    }
    const std::shared_ptr<sqlite3_stmt> statement(prepared, sqlite3_finalize);
    return [connection, statement] {
        long rows = 0;
        sqlite3_stmt* const each = statement.get();
        for (; sqlite3_step(each) == SQLITE_ROW; ++rows) {
            for (int column = 0; column < sqlite3_column_count(each); ++column) {
                sqlite3_column_text(each, column);
                bytesSeen = bytesSeen + static_cast<std::size_t>(sqlite3_column_bytes(each, column));
            }
        }
        sqlite3_reset(each);
        return rows;
    };
}

Run openMysql(unsigned port, const char* database, std::string sql) {
    const std::shared_ptr<MYSQL> connection(mysql_init(nullptr), mysql_close);
    if (!mysql_real_connect(connection.get(), "127.0.0.1", "root", "", database, port, nullptr, 0)) {
        throw std::runtime_error(mysql_error(connection.get()));
    }
    return [connection, sql = std::move(sql)] {
        if (mysql_query(connection.get(), sql.c_str()) != 0) throw std::runtime_error(mysql_error(connection.get()));
        const std::unique_ptr<MYSQL_RES, void (*)(MYSQL_RES*)> result(mysql_store_result(connection.get()),
                                                                      mysql_free_result);
        long rows = 0;
        for (; mysql_fetch_row(result.get()); ++rows) {
            const unsigned long* lengths = mysql_fetch_lengths(result.get());
            for (unsigned column = 0; column < mysql_num_fields(result.get()); ++column) {
                bytesSeen = bytesSeen + lengths[column];
            }
        }
        return rows;
    };
}

void measure(const Run& run) {
    std::cout << "rows " << run() << "\n";
    long done = 0;
    const auto begin = std::chrono::steady_clock::now();
    std::chrono::duration<double> passed{};
    for (; passed < kDuration; passed = std::chrono::steady_clock::now() - begin) {
        run();
        ++done;
    }
    std::cout << "select " << static_cast<double>(done) / passed.count() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
    try {
        if (argc == 4 && std::string(argv[1]) == "sqlite") {
            measure(openSqlite(argv[2], argv[3]));
        } else if (argc == 5 && std::string(argv[1]) == "mysql") {
            measure(openMysql(static_cast<unsigned>(std::stoul(argv[2])), argv[3], argv[4]));
        } else {
            std::cerr << "usage: list_ceiling sqlite FILE SQL | mysql PORT DATABASE SQL\n";
            return 2;
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
