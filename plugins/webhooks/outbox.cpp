#include "outbox.h"

#include <algorithm>
#include <map>

#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"

namespace inkwell::webhooks {

namespace {

constexpr int kBadRequest = 400;

bool wants(const Subscription& one, const Occurrence& occurrence, const std::string& objectType) {
    const auto holds = [](const std::vector<std::string>& words, std::string_view word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (!holds(one.events, occurrence.event)) return false;
    return !occurrence.hasObjectType || one.objectTypes.empty() || holds(one.objectTypes, objectType);
}

}  // namespace

void Outbox::add(const RecordFact& fact, const Occurrence& occurrence) {
    if (!fact.triggerWebhook || occurrence.event.empty()) return;
    services_.database().write([&](Sql& sql) {
        QueueStore store(sql);
        std::vector<Message> messages;
        std::vector<NewDelivery> deliveries;
        std::map<std::string, std::size_t> messageOf;  // by props
        const QueueStore::Subscriptions subscriptions = store.subscriptions(fact.change.bucketId);
        for (const Subscription& one : subscriptions.all) {
            if (!wants(one, occurrence, fact.change.type)) continue;
            const std::string& props = occurrence.isDeletion ? std::string() : one.props;
            const auto [found, isNew] = messageOf.emplace(props, messages.size());
            if (isNew) messages.push_back({services_.ids().next(), bodyOf(fact, occurrence, props)});
            deliveries.push_back({services_.ids().next(), one.webhookId, found->second});
        }
        if (deliveries.empty()) return;
        store.enqueue({occurrence.event, fact.change.bucketId, subscriptions.nowMs}, messages, deliveries);
    });
}

std::string Outbox::bodyOf(const RecordFact& fact, const Occurrence& occurrence, const std::string& props) {
    JsonObject body;
    body["type"] = occurrence.event;
    body["created_at"] = fact.change.timeMs;
    if (occurrence.isDeletion) {
        body["data"] = JsonArray{Json(fact.change.id)};
    } else {
        body["data"] = recordOf(fact, occurrence.visibility, props);
    }
    return writeJson(body);
}

// A record that is too large must not keep anybody from writing it: then its related objects are ids, and at last it is
// named only.
JsonObject Outbox::recordOf(const RecordFact& fact, Visibility visibility, const std::string& props) {
    const auto bucket = services_.get<BucketDirectory>().findById(fact.change.bucketId);
    const std::optional<Props> wanted = Props::parse(props);
    RenderOptions options;
    options.visibility = visibility;
    options.props = wanted ? &*wanted : nullptr;
    for (const std::optional<int> depth : {std::optional<int>(), std::optional<int>(0)}) {
        if (!fact.record || !bucket) break;
        options.depth = depth;
        try {
            JsonObject record = fact.record(*bucket, options);
            if (wanted) wanted->project(record);
            return record;
        } catch (const ApiError& error) {
            if (error.status() != kBadRequest) throw;
        }
    }
    return {{"id", fact.change.id}};
}

}  // namespace inkwell::webhooks
