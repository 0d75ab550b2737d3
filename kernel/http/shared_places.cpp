#include "kernel/http/shared_places.h"

#include <algorithm>
#include <utility>

#include "inkwell/error.h"

namespace inkwell::kernel {

SharedPlaces::SharedPlaces(std::string what, int count, int retryAfterSeconds)
    : what_(std::move(what)),
      most_(std::max(count / 2, 1)),
      retryAfterSeconds_(retryAfterSeconds),
      networks_(count),
      holders_(count) {}

SharedPlaces::Taken SharedPlaces::take(std::string network, std::string holder) {
    Taken taken(*this, {std::move(network), std::move(holder)});
    const std::lock_guard lock(mutex_);
    check(taken.whose_);
    // Half of all is the whole share of a bucket: one network with that would shut out all its other readers.
    if (heldBy(taken.whose_) >= holders_.leftFor(taken.whose_.holder)) {
        refuse(" from this network for this user, token or bucket");
    }
    add(taken);
    return taken;
}

SharedPlaces::Taken SharedPlaces::takeTogether(std::string network, std::string holder, int count) {
    Taken taken(*this, {std::move(network), std::move(holder)});  // gives back what it has where the next is refused
    const std::lock_guard lock(mutex_);
    while (taken.count_ < std::min(count, most_)) {
        check(taken.whose_);
        add(taken);
    }
    return taken;
}

void SharedPlaces::check(const Taken::Whose& whose) const {
    if (networks_.free() == 0) refuse("");
    if (!networks_.hasOneFor(whose.network)) refuse(" from this network");
    if (!holders_.hasOneFor(whose.holder)) refuse(" for this user, token or bucket");
}

void SharedPlaces::add(Taken& taken) {
    const Taken::Whose& whose = taken.whose_;
    if (!whose.holder.empty()) ++both_[whose];
    networks_.take(whose.network);
    holders_.take(whose.holder);
    ++taken.count_;
}

void SharedPlaces::give(int count, const Taken::Whose& whose) noexcept {
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < count; ++i) {
        networks_.give(whose.network);
        holders_.give(whose.holder);
    }
    const auto row = both_.find(whose);
    if (row != both_.end() && (row->second -= count) == 0) both_.erase(row);
}

int SharedPlaces::heldBy(const Taken::Whose& whose) const {
    const auto row = both_.find(whose);
    return row == both_.end() ? 0 : row->second;
}

void SharedPlaces::refuse(std::string_view whose) const {
    throw ApiError::unavailable("too many " + what_ + " are under way" + std::string(whose) + "; try again",
                                retryAfterSeconds_);
}

std::size_t SharedPlaces::rows() const {
    const std::lock_guard lock(mutex_);
    return networks_.rows() + holders_.rows() + both_.size();
}

SharedPlaces::Taken::~Taken() {
    if (places_ != nullptr) places_->give(count_, whose_);
}

void SharedPlaces::Taken::swap(Taken& other) noexcept {
    std::swap(places_, other.places_);
    std::swap(count_, other.count_);
    std::swap(whose_, other.whose_);
}

}  // namespace inkwell::kernel
