#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace inkwell::database_mysql {

/// How far in the binary log of the primary this process has seen: for each replication domain the global transaction
/// id (GTID) with the highest number. Any thread.
class MysqlPosition {
public:
    /// Takes over "0-1-270,7-1-4", as MariaDB writes GTIDs: domain, server, number. Lower numbers than those known
    /// change nothing. Throws DatabaseError for what is no such text.
    void advance(std::string_view gtids);

    /// The same text for all domains; "" while nothing is known. Nothing after forget().
    std::shared_ptr<const std::string> text() const;

    /// Whether `gtids`, the primary's position, lacks something of `known`, which was known before it was asked: the
    /// primary was set back. Throws as advance().
    static bool isBelow(std::string_view gtids, std::string_view known);
    /// Until the next advance() nobody shows all that was seen.
    void forget();

private:
    mutable std::mutex mutex_;
    std::map<std::uint64_t, std::pair<std::uint64_t, std::string>> domains_;  // the highest number and its GTID
    std::shared_ptr<const std::string> text_ = std::make_shared<const std::string>();
};

}  // namespace inkwell::database_mysql
