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

    /// Some places, given back with the object. The places must outlive it.
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
        Taken(SharedPlaces& places, int count, std::string network, std::string holder);
        void swap(Taken& other) noexcept;

        SharedPlaces* places_ = nullptr;
        int count_ = 0;
        std::string network_;
        std::string holder_;
    };
    /// Throws ApiError 503 that says which bound is met. `holder` is the user, token or bucket; "" without one. What
    /// needs `count` places gets half of all at most, which whoever comes first always finds.
    Taken take(std::string network, std::string holder, int count = 1);

    /// Rows that are held.
    std::size_t rows() const;

private:
    void takeOne(const std::string& network, const std::string& holder);
    void give(int count, const std::string& network, const std::string& holder) noexcept;
    [[noreturn]] void refuse(std::string_view whose) const;

    const std::string what_;
    const int most_;  // for one who takes
    const int retryAfterSeconds_;
    mutable std::mutex mutex_;
    FairShares networks_;
    FairShares holders_;
};

}  // namespace inkwell::kernel
