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

SharedPlaces::Taken SharedPlaces::take(std::string network, std::string holder, int count) {
    Taken taken(*this, 0, std::move(network), std::move(holder));  // gives back what it has where the next is refused
    const std::lock_guard lock(mutex_);
    for (; taken.count_ < std::min(count, most_); ++taken.count_) takeOne(taken.network_, taken.holder_);
    return taken;
}

void SharedPlaces::takeOne(const std::string& network, const std::string& holder) {
    if (networks_.free() == 0) refuse("");
    if (!networks_.hasOneFor(network)) refuse(" from this network");
    if (!holders_.hasOneFor(holder)) refuse(" for this user, token or bucket");
    networks_.take(network);
    holders_.take(holder);
}

void SharedPlaces::give(int count, const std::string& network, const std::string& holder) noexcept {
    const std::lock_guard lock(mutex_);
    for (int i = 0; i < count; ++i) {
        networks_.give(network);
        holders_.give(holder);
    }
}

void SharedPlaces::refuse(std::string_view whose) const {
    throw ApiError::unavailable("too many " + what_ + " are under way" + std::string(whose) + "; try again",
                                retryAfterSeconds_);
}

std::size_t SharedPlaces::rows() const {
    const std::lock_guard lock(mutex_);
    return networks_.rows() + holders_.rows();
}

SharedPlaces::Taken::Taken(SharedPlaces& places, int count, std::string network, std::string holder)
    : places_(&places), count_(count), network_(std::move(network)), holder_(std::move(holder)) {}

SharedPlaces::Taken::~Taken() {
    if (places_ != nullptr) places_->give(count_, network_, holder_);
}

void SharedPlaces::Taken::swap(Taken& other) noexcept {
    std::swap(places_, other.places_);
    std::swap(count_, other.count_);
    network_.swap(other.network_);
    holder_.swap(other.holder_);
}

}  // namespace inkwell::kernel
