#include "kernel/http/shared_places.h"

#include <utility>

#include "inkwell/error.h"

namespace inkwell::kernel {

SharedPlaces::SharedPlaces(std::string what, int count, int retryAfterSeconds)
    : what_(std::move(what)), retryAfterSeconds_(retryAfterSeconds), networks_(count), holders_(count) {}

SharedPlaces::Taken SharedPlaces::take(std::string network, std::string holder) {
    const std::lock_guard lock(mutex_);
    if (networks_.free() == 0) refuse("");
    if (!networks_.hasOneFor(network)) refuse(" from this network");
    if (!holders_.hasOneFor(holder)) refuse(" for this user, token or bucket");
    networks_.take(network);
    holders_.take(holder);
    return {*this, std::move(network), std::move(holder)};
}

void SharedPlaces::give(const std::string& network, const std::string& holder) noexcept {
    const std::lock_guard lock(mutex_);
    networks_.give(network);
    holders_.give(holder);
}

void SharedPlaces::refuse(std::string_view whose) const {
    throw ApiError::unavailable("too many " + what_ + " are under way" + std::string(whose) + "; try again",
                                retryAfterSeconds_);
}

std::size_t SharedPlaces::rows() const {
    const std::lock_guard lock(mutex_);
    return networks_.rows() + holders_.rows();
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
