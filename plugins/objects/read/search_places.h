#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "inkwell/fair_shares.h"

namespace inkwell::objects {

/// How many queries are matched object by object at one time: that takes processors and memory, and some of it long.
/// A few run, others wait, and who finds no room to wait is refused. Both are shared as FairShares does, so that
/// whoever comes finds a place, however many another client network asks for. Any thread. Memory: a row for each name
/// that has a place.
class SearchPlaces {
public:
    struct Room {
        int all = 0;      // running and waiting
        int running = 0;  // of them
        std::chrono::milliseconds wait{0};
    };
    explicit SearchPlaces(Room room) : wait_(room.wait), all_(room.all), running_(room.running) {}

    /// Given back with the object. The places must outlive it.
    class Place {
    public:
        Place(Place&& other) noexcept
            : places_(std::exchange(other.places_, nullptr)), whose_(std::move(other.whose_)) {}
        Place& operator=(Place&&) = delete;
        ~Place() {
            if (places_ != nullptr) places_->give(whose_);
        }

    private:
        friend class SearchPlaces;
        Place(SearchPlaces& places, std::string whose) : places_(&places), whose_(std::move(whose)) {}

        SearchPlaces* places_;
        std::string whose_;
    };
    /// Waits for one; not within a unit of work, whose session would wait, too. `whose` is the client network,
    /// or "". Throws ApiError 503 when there is no room to wait, or none became free in time.
    Place take(const std::string& whose);

    /// Who waits now.
    std::size_t waiting() const;

private:
    struct Waiter {
        const std::string& whose;
        std::condition_variable wake;
        bool isAdmitted = false;
    };
    void give(const std::string& whose) noexcept;

    const std::chrono::milliseconds wait_;
    mutable std::mutex mutex_;
    FairShares all_;
    FairShares running_;
    std::list<Waiter*> waiting_;
};

}  // namespace inkwell::objects
