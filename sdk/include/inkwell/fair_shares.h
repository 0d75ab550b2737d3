#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace inkwell {

/// Places that several share. Nobody has more of them than are left free: half when alone, a third beside another one
/// that takes what it can. So whoever comes finds one. "" is nobody in particular, whom only the last place stops.
/// Its owner locks. Memory: a row for each name that has a place.
class FairShares {
public:
    explicit FairShares(int count) : free_(count) {}

    bool hasOneFor(const std::string& name) const { return free_ > heldBy(name); }
    /// How many more it may take if nobody else takes one.
    int leftFor(const std::string& name) const { return std::max((free_ - heldBy(name) + 1) / 2, 0); }
    /// Takes one, also where hasOneFor() denies it.
    void take(const std::string& name) {
        --free_;
        if (!name.empty()) ++rows_[name];
    }
    /// Gives back one that was taken.
    void give(const std::string& name) noexcept {
        ++free_;
        if (name.empty()) return;
        const auto row = rows_.find(name);
        assert(row != rows_.end() && row->second > 0);
        if (--row->second == 0) rows_.erase(row);
    }

    /// Below 0 where more were taken than there are.
    int free() const noexcept { return free_; }
    /// Names that have a place.
    std::size_t rows() const noexcept { return rows_.size(); }

private:
    int heldBy(const std::string& name) const {
        const auto row = rows_.find(name);
        return row == rows_.end() ? 0 : row->second;
    }

    int free_;
    std::unordered_map<std::string, int> rows_;
};

}  // namespace inkwell
