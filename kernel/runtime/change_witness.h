#pragma once

#include <cstdint>
#include <functional>

#include "inkwell/events.h"

namespace inkwell::kernel {

/// Is told of every change that this thread publishes while it lives, in the transaction of the change: what must be
/// stored with the first change of a request joins that one's commit (decision 0026). One at a time per thread; the one
/// made last is told. What `told` throws undoes the change.
class ChangeWitness {
public:
    /// `attempt` is another number for every transaction: one that is run again asks for everything again.
    using Told = std::function<void(const Change& change, std::uint64_t attempt)>;

    explicit ChangeWitness(Told told);
    ~ChangeWitness();
    ChangeWitness(const ChangeWitness&) = delete;
    ChangeWitness& operator=(const ChangeWitness&) = delete;

    /// For who publishes. Does nothing where nobody listens.
    static void tell(const Change& change, std::uint64_t attempt);

private:
    Told told_;
    ChangeWitness* outer_;
};

}  // namespace inkwell::kernel
