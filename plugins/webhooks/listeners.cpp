#include "listeners.h"

#include "inkwell/surrogate_keys.h"

namespace inkwell::webhooks {

namespace {

template <class Fact>
void tellOf(Registrar& registrar, Outbox& outbox, DeliveryDispatcher& dispatcher) {
    registrar.inTransaction<Fact>([&](const Fact& fact) { outbox.add(fact, occurrenceOf(fact)); });
    registrar.on<Fact>([&](Fact& fact) {
        if (fact.triggerWebhook) dispatcher.wake();
    });
}

}  // namespace

void addListeners(Registrar& registrar, Outbox& outbox, SubscriptionCache& subscriptions,
                  DeliveryDispatcher& dispatcher) {
    tellOf<ObjectCreated>(registrar, outbox, dispatcher);
    tellOf<ObjectEdited>(registrar, outbox, dispatcher);
    tellOf<ObjectDeleted>(registrar, outbox, dispatcher);
    tellOf<RevisionCreated>(registrar, outbox, dispatcher);
    tellOf<MediaChanged>(registrar, outbox, dispatcher);
    tellOf<MergeCompleted>(registrar, outbox, dispatcher);
    registrar.on<ChangeRecorded>([&](ChangeRecorded& event) { outbox.addPurge(event.change); });
    // Types too, because webhooks name them.
    registrar.on<ChangeCommitted>([&](ChangeCommitted& event) {
        const std::string& kind = event.change.kind;
        if (kind == "webhook" || kind == "object_type") subscriptions.forget(event.change.bucketId);
        if (kind == "webhook" || kind == "bucket") dispatcher.webhooksChanged(event.change.bucketId);
    });
    registrar.on<ChangesUnknown>([&](ChangesUnknown&) {
        subscriptions.forgetAll();
        dispatcher.webhooksChanged("");
    });
}

}  // namespace inkwell::webhooks
