#include "kernel/http/shared_places.h"

#include <cassert>
#include <utility>

#include "inkwell/error.h"

namespace inkwell::kernel {

namespace {

void giveOne(std::unordered_map<std::string, int>& rows, const std::string& name) noexcept {
    const auto row = rows.find(name);
    assert(row != rows.end() && row->second > 0);
    if (--row->second == 0) rows.erase(row);
}

}  // namespace

SharedPlaces::SharedPlaces(std::string what, int count, int retryAfterSeconds)
    : what_(std::move(what)), retryAfterSeconds_(retryAfterSeconds), free_(count) {}

SharedPlaces::Taken SharedPlaces::take(std::string network, std::string holder) {
    const std::lock_guard lock(mutex_);
    if (free_ == 0) refuse("");
    const auto hasItsShare = [this](const Rows& rows, const std::string& name) {
        const auto row = rows.find(name);
        return row != rows.end() && row->second >= free_;
    };
    if (hasItsShare(networks_, network)) refuse(" from this network");
    if (!holder.empty() && hasItsShare(holders_, holder)) refuse(" for this user, token or bucket");
    ++networks_[network];
    if (!holder.empty()) ++holders_[holder];
    --free_;
    return {*this, std::move(network), std::move(holder)};
}

void SharedPlaces::give(const std::string& network, const std::string& holder) noexcept {
    const std::lock_guard lock(mutex_);
    ++free_;
    giveOne(networks_, network);
    if (!holder.empty()) giveOne(holders_, holder);
}

void SharedPlaces::refuse(std::string_view whose) const {
    throw ApiError::unavailable("too many " + what_ + " are under way" + std::string(whose) + "; try again",
                                retryAfterSeconds_);
}

std::size_t SharedPlaces::rows() const {
    const std::lock_guard lock(mutex_);
    return networks_.size() + holders_.size();
}

SharedPlaces::Taken::Taken(SharedPlaces& places, std::string network, std::string holder)
    : places_(&places), network_(std::move(network)), holder_(std::move(holder)) {}

SharedPlaces::Taken::~Taken() {
    if (places_ != nullptr) places_->give(network_, holder_);
}

void SharedPlaces::Taken::swap(Taken& other) noexcept {
    std::swap(places_, other.places_);
    network_.swap(other.network_);
    holder_.swap(other.holder_);
}

}  // namespace inkwell::kernel
