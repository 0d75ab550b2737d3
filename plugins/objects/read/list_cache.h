#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inkwell/change_stamps.h"
#include "inkwell/content_parts.h"
#include "inkwell/database.h"
#include "inkwell/events.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// How many rows a condition finds.
struct RowCount {
    std::int64_t rows = 0;
    bool isWhole = false;  // otherwise there may be more
};

/// Adds to the name of a list or condition: the same text for the same SQL and values, and for no others.
void addName(std::string_view sql, const SqlParams& params, std::string& name);

/// What lists have found out on the way and would have to count again: totals, and the places of objects by their
/// number in the list. Found only while nothing that the list depends on has changed since it was read (ChangeStamps).
/// Rows are never kept. Any thread.
class ListCache {
public:
    /// Take it before the database is read.
    using Stamp = ChangeStamps::Stamp;
    Stamp stamp() const noexcept { return stamps_.stamp(); }

    /// The listener of ChangeCommitted; and of ChangesUnknown, which forgets everything.
    void changed(const Change& change);
    void forget();

    /// Nothing when unknown. `list` names condition and order.
    std::optional<std::int64_t> total(const std::string& list);
    std::optional<ObjectPlace> place(const std::string& list, std::int64_t number);

    /// What a list depends on.
    struct Origin {
        std::string bucketId;
        ContentParts parts;
        Stamp stamp = 0;
    };
    void keepTotal(const std::string& list, const Origin& origin, std::int64_t total);
    void keepPlace(const std::string& list, const Origin& origin, std::int64_t number, ObjectPlace place);

    /// What a condition on values found when it was last counted, not more than kGoodFor changes ago: to choose by, not
    /// to answer with.
    std::optional<RowCount> rows(const std::string& condition);
    void keepRows(const std::string& condition, RowCount count);
    static constexpr Stamp kGoodFor = 1000;

private:
    static constexpr std::size_t kMaxLists = 4096;
    static constexpr std::size_t kMaxPlaces = 64;

    struct Known {
        ChangeStamps::Slots slots;
        Stamp stamp = 0;
        std::optional<std::int64_t> total;
        std::map<std::int64_t, ObjectPlace> places;
    };
    struct Counted {
        Stamp stamp = 0;
        RowCount count;
    };
    bool isStillTrue(const Known& known) const noexcept { return stamps_.isStillTrue(known.stamp, known.slots); }
    Known* find(const std::string& list);
    Known* findOrAdd(const std::string& list, const Origin& origin);

    ChangeStamps stamps_{4096};
    std::mutex mutex_;  // of what follows
    std::unordered_map<std::string, Known> lists_;
    std::unordered_map<std::string, Counted> counts_;  // by the condition
};

}  // namespace inkwell::objects
