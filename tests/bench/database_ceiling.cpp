// The engine's own speed through Poco::Data: one kept point select, and one durable insert per transaction, of a row of
// the size of a stored post. Usage: database_ceiling sqlite FILE | mysql PORT DATABASE; prints "select N" and
// "insert N" in operations per second.
#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/SQLite/Connector.h>
#include <Poco/Data/Session.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using Poco::Data::Session;
using Poco::Data::Keywords::into;
using Poco::Data::Keywords::now;
using Poco::Data::Keywords::use;

constexpr int kThreads = 8;
constexpr int kRows = 2000;
constexpr std::chrono::seconds kDuration{4};

struct Engine {
    std::string connector, connection;
    bool isSqlite() const { return connector == "SQLite"; }
    Session open() const {
        Session session(connector, connection);
        if (isSqlite()) session << "PRAGMA journal_mode=WAL; ", now;
        if (isSqlite()) session << "PRAGMA synchronous=FULL", now;
        if (isSqlite()) session << "PRAGMA busy_timeout=10000", now;
        return session;
    }
};

double perSecond(const std::function<void(int thread, std::atomic<bool>& stop, std::atomic<long>& done)>& work) {
    std::atomic<bool> stop{false};
    std::atomic<long> done{0};
    std::vector<std::thread> threads;
    const auto begin = std::chrono::steady_clock::now();
    for (int t = 0; t < kThreads; ++t) threads.emplace_back([&, t] { work(t, stop, done); });
    std::this_thread::sleep_for(kDuration);
    stop = true;
    for (std::thread& thread : threads) thread.join();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(done) / passed.count();
}

void selects(const Engine& engine, int thread, std::atomic<bool>& stop, std::atomic<long>& done) {
    Session session = engine.open();
    std::string id;
    std::string document;
    Poco::Data::Statement select(session);
    select << "SELECT document FROM ceiling WHERE id = ?", use(id), into(document);
    for (int n = thread; !stop; ++n) {
        id = "row" + std::to_string(n % kRows);
        select.execute();
        ++done;
    }
}

void inserts(const Engine& engine, int thread, std::atomic<bool>& stop, std::atomic<long>& done) {
    // SQLite has one writer: queueing here is what any server over it would do.
    static std::mutex oneWriter;
    Session session = engine.open();
    std::string id;
    std::string document(2500, 'x');
    Poco::Data::Statement insert(session);
    insert << "INSERT INTO ceiling (id, document) VALUES (?, ?)", use(id), use(document);
    for (int n = 0; !stop; ++n) {
        id = "new" + std::to_string(thread) + "-" + std::to_string(n);
        std::unique_lock lock(oneWriter, std::defer_lock);
        if (engine.isSqlite()) lock.lock();
        session.begin();
        insert.execute();
        session.commit();
        ++done;
    }
}

}  // namespace

int main(int argc, char** argv) {
    Poco::Data::SQLite::Connector::registerConnector();
    Poco::Data::MySQL::Connector::registerConnector();
    Engine engine;
    if (argc == 3 && std::string(argv[1]) == "sqlite") {
        engine = {"SQLite", argv[2]};
    } else if (argc == 4 && std::string(argv[1]) == "mysql") {
        engine = {"MySQL",
                  std::string("host=127.0.0.1;user=root;character-set=utf8mb4;db=") + argv[3] + ";port=" + argv[2]};
    } else {
        std::cerr << "usage: database_ceiling sqlite FILE | mysql PORT DATABASE\n";
        return 2;
    }
    {
        Session session = engine.open();
        session << "DROP TABLE IF EXISTS ceiling", now;
        session << "CREATE TABLE ceiling (id VARCHAR(40) PRIMARY KEY, document TEXT)", now;
        std::string document(2500, 'x');
        session.begin();
        for (int n = 0; n < kRows; ++n) {
            std::string id = "row" + std::to_string(n);
            session << "INSERT INTO ceiling (id, document) VALUES (?, ?)", use(id), use(document), now;
        }
        session.commit();
    }
    std::cout << "select " << perSecond([&](auto&&... a) { selects(engine, a...); }) << "\n";
    std::cout << "insert " << perSecond([&](auto&&... a) { inserts(engine, a...); }) << "\n";
    return 0;
}
