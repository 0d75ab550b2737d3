#pragma once

#include "inkwell/object_counterparts.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Finds them as an import matches the objects of its file, and as an export writes them. Any thread.
class StoredCounterparts : public ObjectCounterparts {
public:
    explicit StoredCounterparts(Services& services) : services_(services) {}

    std::vector<std::string> counterparts(const Bucket& bucket, std::span<const ObjectRecord> records) override;
    std::vector<ObjectForMerge> findForMerge(const Bucket& bucket, std::span<const std::string> ids,
                                             const Bucket& into) override;

private:
    Services& services_;
};

}  // namespace inkwell::objects
