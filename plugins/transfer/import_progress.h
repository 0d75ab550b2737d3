#pragma once

#include <cstdint>
#include <string>

#include "inkwell/services.h"

namespace inkwell::transfer {

/// Tells the members who listen how far an import has come (interface/changes-and-audit.md, "Progress"): once a second
/// on the way, and when it is done. Made for one request, on its thread.
class ImportProgress {
public:
    ImportProgress(Services& services, std::string bucketId, std::string requestId);

    /// It begins, with so many items; again when its transaction is repeated.
    void begin(std::int64_t total);
    /// One more item has had its turn.
    void step();
    /// All is stored.
    void end();

private:
    void tell() const;

    Services& services_;
    const std::string bucketId_;
    const std::string requestId_;
    std::int64_t total_ = 0;
    std::int64_t done_ = 0;
    std::int64_t lastMs_;
};

}  // namespace inkwell::transfer
