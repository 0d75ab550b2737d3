#pragma once

#include <cstddef>

#include "inkwell/services.h"
#include "publication_store.h"

namespace inkwell::objects {

/// Publishes what has reached its `publish_at` (specification, "States and transitions"): a job of every server, each
/// object once. Servers of one database take different shares of what is due; the share of one that dies is taken by
/// another. On the scheduler's thread.
class Publisher {
public:
    explicit Publisher(Services& services) : services_(services) {}

    /// Returns when nothing is left that is due and free to be taken.
    void publishDue();

private:
    std::size_t publishShare();
    void announce(const DueObject& object);

    Services& services_;
};

}  // namespace inkwell::objects
