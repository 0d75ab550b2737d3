#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <deque>
#include <iterator>
#include <limits>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace inkwell::kernel {

/// What waits for a thread or a session: of one client network in the order in which it came, and one of each network
/// in turn. So who waits, waits for one of every other network, however many those have there. Its owner locks. Memory:
/// a row for each network that waits.
template <class Item>
class NetworkQueue {
public:
    explicit NetworkQueue(std::size_t most = std::numeric_limits<std::size_t>::max()) : most_(most) {}

    /// Returns what there is no room for: the newest of the network that has most, this one where it is among those.
    std::optional<Item> push(const std::string& network, Item item) {
        const auto found = rows_.find(network);
        const Turn row = found != rows_.end() ? found->second : addRow(network);
        row->items.push_back(std::move(item));
        ++size_;
        if (size_ <= most_) return std::nullopt;
        return takeNewestOf(rowWithMost(row));
    }
    /// The next one; nothing if none waits.
    std::optional<Item> pop() {
        if (turns_.empty()) return std::nullopt;
        const Turn row = turns_.begin();
        std::optional<Item> item(std::move(row->items.front()));
        row->items.pop_front();
        turns_.splice(turns_.end(), turns_, row);
        forget(row);
        return item;
    }
    /// The one that pop() would take; not while it is empty.
    const Item& next() const {
        assert(!isEmpty());
        return turns_.front().items.front();
    }
    /// Takes one out that waits: that was its network's turn.
    void remove(const std::string& network, const Item& item) {
        const Turn row = rows_.at(network);
        const auto place = std::find(row->items.begin(), row->items.end(), item);
        assert(place != row->items.end());
        row->items.erase(place);
        turns_.splice(turns_.end(), turns_, row);
        forget(row);
    }
    void clear() noexcept {
        rows_.clear();
        turns_.clear();
        size_ = 0;
    }

    std::size_t size() const noexcept { return size_; }
    bool isEmpty() const noexcept { return size_ == 0; }
    /// Networks that wait.
    std::size_t rows() const noexcept { return rows_.size(); }

private:
    struct Row {
        std::string network;
        std::deque<Item> items;
    };
    using Turn = typename std::list<Row>::iterator;

    Turn addRow(const std::string& network) {
        std::list<Row> made;
        made.push_back({network, {}});
        rows_.emplace(network, made.begin());
        turns_.splice(turns_.end(), made);
        return std::prev(turns_.end());
    }
    Turn rowWithMost(Turn preferred) {
        const Turn most = std::max_element(turns_.begin(), turns_.end(), [](const Row& one, const Row& other) {
            return one.items.size() < other.items.size();
        });
        return most->items.size() > preferred->items.size() ? most : preferred;
    }
    std::optional<Item> takeNewestOf(Turn row) {
        std::optional<Item> item(std::move(row->items.back()));
        row->items.pop_back();
        forget(row);
        return item;
    }
    void forget(Turn row) {
        --size_;
        if (!row->items.empty()) return;
        rows_.erase(row->network);
        turns_.erase(row);
    }

    const std::size_t most_;
    std::size_t size_ = 0;
    std::list<Row> turns_;  // the next one first
    std::unordered_map<std::string, Turn> rows_;
};

}  // namespace inkwell::kernel
