#pragma once

#include <utility>

namespace inkwell::metafields {

/// Sets a variable for a scope; the old value comes back also when a limit throws. Keeps the reference.
template <class T>
class Scoped {
public:
    Scoped(T& variable, T value) : variable_(variable), before_(std::exchange(variable, std::move(value))) {}
    ~Scoped() { variable_ = std::move(before_); }
    Scoped(const Scoped&) = delete;
    Scoped& operator=(const Scoped&) = delete;

private:
    T& variable_;
    T before_;
};

}  // namespace inkwell::metafields
