#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include "inkwell/fair_shares.h"

namespace inkwell::kernel {

/// A bound on what may go on at one time. One client network, and one user, token or bucket, may have no more of it
/// than it leaves free: half when it is alone, a third beside another one that takes what it can. So whoever comes
/// finds a place. Any thread. Memory: a row for each network and holder that has a place.
class SharedPlaces {
public:
    /// `what` says in errors what they are for: "downloads". Whoever finds none may try again after some seconds.
    SharedPlaces(std::string what, int count, int retryAfterSeconds);

    /// One place, given back with the object. The places must outlive it.
    class Taken {
    public:
        Taken() = default;
        Taken(Taken&& other) noexcept { swap(other); }
        Taken& operator=(Taken&& other) noexcept {
            swap(other);
            return *this;
        }
        ~Taken();

    private:
        friend class SharedPlaces;
        Taken(SharedPlaces& places, std::string network, std::string holder);
        void swap(Taken& other) noexcept;

        SharedPlaces* places_ = nullptr;
        std::string network_;
        std::string holder_;
    };
    /// Throws ApiError 503 that says which bound is met. `holder` is the user, token or bucket; "" without one.
    Taken take(std::string network, std::string holder);

    /// Rows that are held.
    std::size_t rows() const;

private:
    void give(const std::string& network, const std::string& holder) noexcept;
    [[noreturn]] void refuse(std::string_view whose) const;

    const std::string what_;
    const int retryAfterSeconds_;
    mutable std::mutex mutex_;
    FairShares networks_;
    FairShares holders_;
};

}  // namespace inkwell::kernel
