#include "seats.h"

namespace inkwell::images {

bool Seats::take(const std::string& network) {
    const std::lock_guard lock(mutex_);
    const std::int64_t free = count_ - taken_;
    if (free <= 0) return false;
    if (!network.empty()) {
        const auto row = networks_.find(network);
        if (row != networks_.end() && row->second >= free) return false;
        ++networks_[network];
    }
    ++taken_;
    return true;
}

bool Seats::give(const std::string& network) {
    const std::lock_guard lock(mutex_);
    const auto row = networks_.find(network);
    if (row != networks_.end() && --row->second == 0) networks_.erase(row);
    return --taken_ == 0;
}

}  // namespace inkwell::images
