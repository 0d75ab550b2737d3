#pragma once

#include "object_writer.h"

namespace inkwell::objects {

/// Publishes what has reached its `publish_at` (specification, "States and transitions"): a job of every server, each
/// object once. On the scheduler's thread.
class Publisher {
public:
    Publisher(Services& services, FieldIndexer& fields) : services_(services), writer_(services, fields) {}

    void publishDue();

private:
    void publishOne(const std::string& bucketId, const std::string& id);

    Services& services_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
