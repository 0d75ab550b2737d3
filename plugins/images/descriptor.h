#pragma once

#include <unistd.h>

#include <utility>

namespace inkwell::images {

/// An open file or socket; the destructor closes it. One thread.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int value) noexcept : value_(value) {}
    Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(value_, other.value_);
        return *this;
    }
    ~Descriptor() {
        if (value_ >= 0) ::close(value_);
    }

    int get() const noexcept { return value_; }
    int release() noexcept { return std::exchange(value_, -1); }
    explicit operator bool() const noexcept { return value_ >= 0; }

private:
    int value_ = -1;
};

}  // namespace inkwell::images
