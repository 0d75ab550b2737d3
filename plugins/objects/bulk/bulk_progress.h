#pragma once

#include <cstdint>
#include <string>

#include "inkwell/services.h"

namespace inkwell::objects {

/// Tells the members who listen how far a change of many objects has come (interface/changes-and-audit.md, "Progress"):
/// once a second on the way, and when it is done. Made for one request, on its thread.
class BulkProgress {
public:
    BulkProgress(Services& services, std::string bucketId, std::string requestId, std::size_t total);

    /// So many have had their turn.
    void reached(std::size_t done);

private:
    Services& services_;
    const std::string bucketId_;
    const std::string requestId_;
    const std::size_t total_;
    std::int64_t lastMs_;
};

}  // namespace inkwell::objects
