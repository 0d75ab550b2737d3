#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "inkwell/services.h"
#include "queue/event_bodies.h"
#include "queue/queue_store.h"
#include "queue/render_budget.h"
#include "queue/subscription_cache.h"
#include "records/events.h"

namespace inkwell::webhooks {

/// Queues deliveries in the transaction of the change, so that a change that is rolled back sends nothing and a
/// committed one is sent even after a crash. Any thread.
class Outbox {
public:
    Outbox(Services& services, SubscriptionCache& subscriptions) : services_(services), subscriptions_(subscriptions) {}

    /// Called by the transactional listeners. Does nothing when no webhook asks for the event. Throws DatabaseError.
    void add(const RecordFact& fact, const Occurrence& occurrence);

    /// Queues the keys of what a change makes outdated, for webhooks that ask for kCachePurge: due a second later, when
    /// the other servers of the database have heard of the change and answer with it. Throws DatabaseError.
    void addPurge(const Change& change);

private:
    EventBodies bodiesOf(const RecordFact& fact, const Occurrence& occurrence, std::vector<std::string> allProps);
    /// Nothing where the record is too large.
    std::optional<Json> render(const RecordFact& fact, const RenderOptions& options);

    Services& services_;
    SubscriptionCache& subscriptions_;
    RenderBudget budget_;
};

}  // namespace inkwell::webhooks
