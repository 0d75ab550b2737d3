#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace inkwell::database_mysql {

/// The database servers of the setting `host` or `read_hosts`. Any thread.
class MysqlHosts {
public:
    struct Address {
        std::string host;
        int port = 0;

        std::string text() const { return host + ":" + std::to_string(port); }
    };

    /// "db1, db2:3307, [fd00::1]:3306": names and addresses with commas between, each perhaps with a port; `port` is
    /// that of the others. Throws std::invalid_argument, naming the setting, `name`.
    MysqlHosts(std::string_view name, std::string_view setting, int port);

    std::size_t size() const noexcept { return addresses_.size(); }
    /// All of them: first the preferred one, then those behind it in the setting.
    std::vector<const Address*> inOrder() const;
    /// `address`, one of inOrder(), was reached: the next session is sought there first.
    void prefer(const Address& address) noexcept;
    /// Prefers the one behind the preferred one: sessions spread over all of them.
    void preferNext() noexcept;
    bool isPreferred(const Address& address) const noexcept {
        return &addresses_[preferred_.load(std::memory_order_relaxed)] == &address;
    }

private:
    std::vector<Address> addresses_;
    std::atomic<std::size_t> preferred_{0};
};

}  // namespace inkwell::database_mysql
