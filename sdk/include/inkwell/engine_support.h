#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "inkwell/export.h"

namespace inkwell {

/// For an engine's Dialect::expand: replaces every `{word}` and `{word:argument}` by what `meaning` returns for it. Any
/// thread. Throws std::logic_error for a brace that is never closed; `meaning` throws for a word it does not know.
INKWELL_API std::string expandWords(std::string_view ddl,
                                    const std::function<std::string(std::string_view, std::string_view)>& meaning);

/// The beginning of a statement, for the message about one that the database refuses for a reason of its own: operators
/// read it, and the statement matters little. A part of `statement`. Any thread.
INKWELL_API std::string_view shortenedStatement(std::string_view statement);

/// For an engine's session: a cache of prepared statements by their text; drops the least recently used one when it is
/// full, or those that are too many when it is told. One thread at a time.
template <class Statement>
class KeptStatements {
public:
    /// Without a capacity only drop(), shrink() and clear() drop any.
    explicit KeptStatements(std::size_t capacity = SIZE_MAX) : capacity_(capacity) {}

    /// The kept statement, or what `prepare()` makes. Valid until the next call.
    template <class Prepare>
    Statement& get(std::string_view text, Prepare&& prepare) {
        if (const auto found = byText_.find(text); found != byText_.end()) {
            order_.splice(order_.begin(), order_, found->second);
            return found->second->second;
        }
        Statement prepared = prepare();
        if (order_.size() >= capacity_) drop(order_.back().first);
        order_.emplace_front(std::string(text), std::move(prepared));
        byText_.emplace(order_.front().first, order_.begin());
        return order_.front().second;
    }

    void drop(std::string_view text) {
        const auto found = byText_.find(text);
        if (found == byText_.end()) return;
        const auto entry = found->second;
        byText_.erase(found);
        order_.erase(entry);
    }

    /// Drops the least recently used ones until `count` are left.
    void shrink(std::size_t count) {
        while (order_.size() > count) drop(order_.back().first);
    }

    void clear() {
        byText_.clear();
        order_.clear();
    }

    std::size_t size() const noexcept { return order_.size(); }

private:
    using Order = std::list<std::pair<std::string, Statement>>;
    std::size_t capacity_;
    Order order_;
    std::unordered_map<std::string_view, typename Order::iterator> byText_;  // views into order_
};

}  // namespace inkwell
