#pragma once

#include <optional>
#include <string>

#include "events.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/services.h"
#include "queue_store.h"

namespace inkwell::webhooks {

/// Queues what webhooks tell of, in the transaction of the change: what is rolled back is never sent, what is committed
/// is, wherever the server ends. Any thread.
class Outbox {
public:
    explicit Outbox(Services& services) : services_(services) {}

    /// A listener in the transaction. Reads one list of webhooks, and does no more where none of them asks for the
    /// event. Throws DatabaseError.
    void add(const RecordFact& fact, const Occurrence& occurrence);

private:
    std::string bodyOf(const RecordFact& fact, const Occurrence& occurrence, const std::string& props);
    JsonObject recordOf(const RecordFact& fact, Visibility visibility, const std::string& props);

    Services& services_;
};

}  // namespace inkwell::webhooks
