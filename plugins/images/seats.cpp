#include "seats.h"

namespace inkwell::images {

bool Seats::take(const std::string& network) {
    const std::lock_guard lock(mutex_);
    if (!networks_.hasOneFor(network)) return false;
    networks_.take(network);
    return true;
}

bool Seats::give(const std::string& network) {
    const std::lock_guard lock(mutex_);
    networks_.give(network);
    return networks_.free() == count_;
}

}  // namespace inkwell::images
