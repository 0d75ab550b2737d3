#include "media_facts.h"

#include "inkwell/events.h"

namespace inkwell::media {

void publishChange(Services& services, const std::string& bucketId, const std::string& kind, const std::string& id,
                   const std::string& action, const std::string& actor, bool triggerWebhook) {
    MediaChanged fact;
    fact.change.bucketId = bucketId;
    fact.change.kind = kind;
    fact.change.id = id;
    fact.change.action = action;
    fact.change.actor = actor;
    fact.triggerWebhook = triggerWebhook;
    services.events().publish(std::move(fact));
}

}  // namespace inkwell::media
