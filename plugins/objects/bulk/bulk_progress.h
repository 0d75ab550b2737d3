#pragma once

#include <cstdint>
#include <string>

#include "inkwell/services.h"

namespace inkwell::objects {

/// Tells the members who listen how far a change of many objects has come (interface/changes-and-audit.md, "Progress"):
/// when it begins, once a second on the way, and when it is done. Made for one request, on its thread.
class BulkProgress {
public:
    struct Ids {
        std::string request;
        std::string undo;
    };
    BulkProgress(Services& services, std::string bucketId, Ids ids, std::size_t total);

    /// How to undo it is told before anything is done: whoever waits for the answer may never get it.
    void begins() { tell(0); }
    /// So many have had their turn.
    void reached(std::size_t done);

private:
    void tell(std::size_t done);

    Services& services_;
    const std::string bucketId_;
    const Ids ids_;
    const std::size_t total_;
    std::int64_t lastMs_;
};

}  // namespace inkwell::objects
