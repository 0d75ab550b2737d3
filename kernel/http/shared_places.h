#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "inkwell/fair_shares.h"

namespace inkwell::kernel {

/// A bound on what may go on at one time. One client network, and one user, token or bucket, may have no more of it
/// than it leaves free: half when it is alone, a third beside another one that takes what it can. Of what one user,
/// token or bucket may have one network leaves half in the same way, a quarter of all. So whoever comes finds a place.
/// Any thread. Memory: a row for each network, each holder, and each network of a holder, that has a place.
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
        struct Whose {
            std::string network;
            std::string holder;
            auto operator<=>(const Whose&) const = default;
        };
        Taken(SharedPlaces& places, Whose whose) : places_(&places), whose_(std::move(whose)) {}
        void swap(Taken& other) noexcept;

        SharedPlaces* places_ = nullptr;
        int count_ = 0;
        Whose whose_;
    };
    /// Throws ApiError 503 that says which bound is met. `holder` is the user, token or bucket; "" without one.
    Taken take(std::string network, std::string holder);
    /// `count` of them, or half of all, which whoever comes first always finds. For what no client can draw out: one
    /// network may have all that one holder may have.
    Taken takeTogether(std::string network, std::string holder, int count);

    /// Rows that are held.
    std::size_t rows() const;

private:
    void check(const Taken::Whose& whose) const;
    void add(Taken& taken);
    void give(int count, const Taken::Whose& whose) noexcept;
    int heldBy(const Taken::Whose& whose) const;
    [[noreturn]] void refuse(std::string_view whose) const;

    const std::string what_;
    const int most_;  // for one who takes
    const int retryAfterSeconds_;
    mutable std::mutex mutex_;
    FairShares networks_;
    FairShares holders_;
    std::map<Taken::Whose, int> both_;  // of those with a holder
};

}  // namespace inkwell::kernel
