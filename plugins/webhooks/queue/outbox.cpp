#include "queue/outbox.h"

#include <algorithm>

#include "inkwell/surrogate_keys.h"

namespace inkwell::webhooks {

namespace {

constexpr int kBadRequest = 400;

// Of bodies: whoever else writes content waits until they are written.
constexpr std::size_t kMaxBytesOfATransaction = 64 * 1024 * 1024;

// Other servers hear of a change within a tenth of that.
constexpr std::chrono::milliseconds kPurgeDelay{1000};

bool holds(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool wants(const Subscription& one, const Occurrence& occurrence, const std::string& objectType) {
    if (!holds(one.events, occurrence.event)) return false;
    return !occurrence.hasObjectType || one.objectTypes.empty() || holds(one.objectTypes, objectType);
}

// nullptr is everything.
std::shared_ptr<const Props> parseProps(const std::string& text) {
    std::optional<Props> props = Props::parse(text);
    return props ? std::make_shared<const Props>(std::move(*props)) : nullptr;
}

// What covers all of them.
std::shared_ptr<const Props> unionOf(const std::vector<std::string>& allProps) {
    std::string joined;
    for (const std::string& props : allProps) {
        if (!Props::parse(props)) return nullptr;
        joined += (joined.empty() ? "" : ",") + props;
    }
    try {
        return parseProps(joined);
    } catch (const ApiError&) {
        return nullptr;  // together they are beyond the limits
    }
}

// What the transaction of this thread may still write.
std::size_t& roomOf(const Database& database) {
    thread_local std::uint64_t transaction = 0;
    thread_local std::size_t room = 0;
    if (transaction != database.currentAttempt()) room = kMaxBytesOfATransaction;
    transaction = database.currentAttempt();
    return room;
}

}  // namespace

void Outbox::add(const RecordFact& fact, const Occurrence& occurrence) {
    if (!fact.triggerWebhook || occurrence.event.empty()) return;
    services_.database().write([&](Sql& sql) {
        std::vector<std::string> allProps;
        std::vector<NewDelivery> deliveries;
        const SubscriptionCache::Subscriptions subscriptions = subscriptions_.get(sql, fact.change.bucketId);
        for (const Subscription& one : *subscriptions) {
            if (!wants(one, occurrence, fact.change.type)) continue;
            const std::string& props = occurrence.isDeletion ? std::string() : one.props;
            const auto found = std::find(allProps.begin(), allProps.end(), props);
            const auto place = static_cast<std::size_t>(found - allProps.begin());
            if (found == allProps.end()) allProps.push_back(props);
            deliveries.push_back({services_.ids().next(), one.webhookId, place});
        }
        if (deliveries.empty()) return;
        EventBodies bodies = bodiesOf(fact, occurrence, std::move(allProps));
        std::vector<Message> messages;
        for (std::string& text : bodies.texts()) messages.push_back({services_.ids().next(), std::move(text)});
        for (NewDelivery& delivery : deliveries) {
            delivery.message = bodies.textOf(delivery.message);
            ++messages[delivery.message].needed;
        }
        QueueStore(sql).enqueue(occurrence.event, messages, deliveries);
    });
}

void Outbox::addPurge(const Change& change) {
    services_.database().write([&](Sql& sql) {
        std::vector<NewDelivery> deliveries;
        const SubscriptionCache::Subscriptions subscriptions = subscriptions_.get(sql, change.bucketId);
        for (const Subscription& one : *subscriptions) {
            if (holds(one.events, kCachePurge)) deliveries.push_back({services_.ids().next(), one.webhookId});
        }
        if (deliveries.empty()) return;
        const std::vector<std::string> keys = purgedKeysOf(change);
        const JsonObject data{{"keys", JsonArray(keys.begin(), keys.end())}};
        const Message message{services_.ids().next(), envelope(change, kCachePurge, writeJson(data)),
                              static_cast<int>(deliveries.size())};
        QueueStore(sql).enqueue(kCachePurge, {&message, 1}, deliveries, kPurgeDelay);
    });
}

// Rendered once for all, and once more with ids in the place of related objects for those for whom that is too large:
// as long as it takes, whoever writes content waits. A record that is too large even so, or has no room left, is named
// only, because it must not keep anybody from writing it.
EventBodies Outbox::bodiesOf(const RecordFact& fact, const Occurrence& occurrence, std::vector<std::string> allProps) {
    RenderOptions options;
    options.visibility = occurrence.visibility;
    options.props = unionOf(allProps);
    EventBodies bodies(fact.change, occurrence.event, std::move(allProps));
    if (occurrence.isDeletion) {
        bodies.fill(writeJson(JsonArray{Json(fact.change.id)}));
        return bodies;
    }
    std::size_t& room = roomOf(services_.database());
    const std::int64_t nowMs = services_.clock().nowMs();
    if (room > 0 && !budget_.isSpent(fact.change, nowMs)) {
        if (const auto record = render(fact, options)) bodies.add(*record, room);
        if (room > 0 && !bodies.isComplete()) {
            budget_.failed(fact.change, nowMs);
            room -= std::min(room, EventBodies::kMaxBytes);  // what it took was longer than to write one
        }
    }
    options.depth = 0;
    if (room > 0 && !bodies.isComplete()) {
        if (const auto record = render(fact, options)) bodies.add(*record, room);
    }
    bodies.fill(writeJson(JsonObject{{"id", fact.change.id}}));
    return bodies;
}

std::optional<Json> Outbox::render(const RecordFact& fact, const RenderOptions& options) {
    const auto bucket = services_.get<BucketDirectory>().findById(fact.change.bucketId);
    if (!fact.record || !bucket) return std::nullopt;
    try {
        return Json(fact.record(*bucket, options));
    } catch (const ApiError& error) {
        if (error.status() != kBadRequest) throw;
        return std::nullopt;
    }
}

}  // namespace inkwell::webhooks
