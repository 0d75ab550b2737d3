#include "mysql_position.h"

#include <algorithm>
#include <charconv>

#include "inkwell/database.h"

namespace inkwell::database_mysql {

namespace {

struct Gtid {
    std::uint64_t domain = 0;
    std::uint64_t number = 0;
};

Gtid gtidOf(std::string_view text) {
    std::uint64_t parts[3] = {};
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int i = 0; i < 3; ++i) {
        const auto [next, error] = std::from_chars(at, end, parts[i]);
        const bool isLast = i == 2;
        const bool isEnded = isLast ? next == end : next != end && *next == '-';
        if (error != std::errc() || !isEnded) {
            throw DatabaseError(DatabaseError::Kind::Other, "'" + std::string(text) + "' is no GTID of MariaDB");
        }
        at = isLast ? next : next + 1;
    }
    return {parts[0], parts[2]};
}

template <class Take>
void forEachGtid(std::string_view gtids, const Take& take) {
    for (std::string_view rest = gtids; !rest.empty();) {
        const std::string_view one = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), one.size() + 1));
        take(gtidOf(one), one);
    }
}

}  // namespace

void MysqlPosition::advance(std::string_view gtids) {
    const std::lock_guard lock(mutex_);
    bool isNews = text_ == nullptr;
    forEachGtid(gtids, [&](const Gtid& gtid, std::string_view one) {
        auto& [number, text] = domains_[gtid.domain];
        if (!text.empty() && gtid.number <= number) return;
        number = gtid.number;
        text = one;
        isNews = true;
    });
    if (!isNews) return;
    auto text = std::make_shared<std::string>();
    for (const auto& [domain, highest] : domains_) text->append(text->empty() ? "" : ",").append(highest.second);
    text_ = std::move(text);
}

bool MysqlPosition::isBelow(std::string_view gtids, std::string_view known) {
    std::map<std::uint64_t, std::uint64_t> numbers;
    forEachGtid(gtids, [&](const Gtid& gtid, std::string_view) { numbers[gtid.domain] = gtid.number; });
    bool isBelow = false;
    forEachGtid(known, [&](const Gtid& gtid, std::string_view) {
        const auto found = numbers.find(gtid.domain);
        isBelow = isBelow || found == numbers.end() || found->second < gtid.number;
    });
    return isBelow;
}

void MysqlPosition::forget() {
    const std::lock_guard lock(mutex_);
    domains_.clear();
    text_ = nullptr;
}

std::shared_ptr<const std::string> MysqlPosition::text() const {
    const std::lock_guard lock(mutex_);
    return text_;
}

}  // namespace inkwell::database_mysql
