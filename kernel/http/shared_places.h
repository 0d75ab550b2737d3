#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace inkwell::kernel {

/// A bound on what may go on at one time, of which one client network may take a quarter (but at least 16), and one
/// bucket or user a half: whoever takes all of their share leaves the rest to others. Any thread. Memory: a row for
/// each network, bucket and user that holds a place.
class SharedPlaces {
public:
    /// `what` says in errors what they are for: "downloads".
    SharedPlaces(std::string what, int count);

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
    /// Throws ApiError 503 that says which bound is met. `holder` is the bucket or user; "" without one.
    Taken take(std::string network, std::string holder);

    /// Rows that are held.
    std::size_t rows() const;

private:
    using Rows = std::unordered_map<std::string, int>;

    void give(const std::string& network, const std::string& holder) noexcept;
    [[noreturn]] void refuse(std::string_view whose) const;

    const std::string what_;
    const int networkShare_;
    const int holderShare_;
    mutable std::mutex mutex_;
    int free_;
    Rows networks_;
    Rows holders_;
};

}  // namespace inkwell::kernel
