#pragma once

#include <optional>
#include <string>
#include <vector>

#include "events.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "inkwell/services.h"
#include "queue_store.h"
#include "subscription_cache.h"

namespace inkwell::webhooks {

/// Queues what webhooks tell of, in the transaction of the change: what is rolled back is never sent, what is committed
/// is, wherever the server ends. Any thread.
class Outbox {
public:
    Outbox(Services& services, SubscriptionCache& subscriptions) : services_(services), subscriptions_(subscriptions) {}

    /// A listener in the transaction. Where no webhook asks for the event nothing is done. Throws DatabaseError.
    void add(const RecordFact& fact, const Occurrence& occurrence);

private:
    std::vector<Message> messagesOf(const RecordFact& fact, const Occurrence& occurrence,
                                    const std::vector<std::string>& allProps);
    std::string bodyOf(const RecordFact& fact, const Occurrence& occurrence, const std::optional<JsonObject>& all,
                       const std::string& props, std::size_t maxBytes);
    std::optional<JsonObject> render(const RecordFact& fact, RenderOptions options, const std::optional<Props>& props);

    Services& services_;
    SubscriptionCache& subscriptions_;
};

}  // namespace inkwell::webhooks
