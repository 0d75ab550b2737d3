#include "queue/outbox.h"

#include <algorithm>

#include "inkwell/surrogate_keys.h"

namespace inkwell::webhooks {

namespace {

constexpr int kBadRequest = 400;

// More than a client can write into one object, less than MariaDB takes in one statement (by default 10 and 16 MB).
constexpr std::size_t kMaxBodyBytes = 12 * 1024 * 1024;
// Of one event: its bodies are in memory together.
constexpr std::size_t kMaxBytesOfAnEvent = 32 * 1024 * 1024;

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

// `data` is JSON text, so that a record is not copied for the sake of what stands around it.
std::string envelope(const Change& change, std::string_view event, const std::string& data) {
    std::string body = writeJson(JsonObject{{"type", event}, {"created_at", change.timeMs}});
    body.pop_back();
    return body + ",\"data\":" + data + "}";
}
std::string envelope(const RecordFact& fact, const Occurrence& occurrence, const std::string& data) {
    return envelope(fact.change, occurrence.event, data);
}

// A copy of what is wanted of `value`, if it is anything. All of it is not copied first: a hundred webhooks may each
// want a little of one large record.
std::optional<Json> wantedOf(const Json& value, const Props& wanted) {
    if (wanted.isEverything() || value.is_null()) return value;
    if (const JsonObject* object = value.if_object()) {
        JsonObject kept;
        for (const auto& [key, member] : *object) {
            const Props* below = wanted.find(key);
            std::optional<Json> part = below == nullptr ? std::nullopt : wantedOf(member, *below);
            if (part) kept.emplace(key, std::move(*part));
        }
        return Json(std::move(kept));
    }
    const JsonArray* array = value.if_array();
    if (array == nullptr) return std::nullopt;
    JsonArray kept;
    for (const Json& element : *array) {
        if (std::optional<Json> part = wantedOf(element, wanted)) kept.push_back(std::move(*part));
    }
    return Json(std::move(kept));
}

std::string writeShown(const Json& record, const std::string& props) {
    const std::shared_ptr<const Props> wanted = parseProps(props);
    return wanted == nullptr ? writeJson(record) : writeJson(*wantedOf(record, *wanted));
}

// Writes the bodies that are missing, as far as they fit. What does not fit is written in vain: it has its bound, too.
void addFitting(const RecordFact& fact, const Occurrence& occurrence, const Json& record,
                const std::vector<std::string>& allProps, std::vector<std::string>& bodies) {
    const std::size_t maxBytes = std::min(kMaxBodyBytes, kMaxBytesOfAnEvent / allProps.size());
    std::size_t written = 0;
    for (std::size_t i = 0; i < bodies.size() && written <= kMaxBytesOfAnEvent; ++i) {
        if (!bodies[i].empty()) continue;
        std::string body = envelope(fact, occurrence, writeShown(record, allProps[i]));
        written += body.size();
        if (body.size() <= maxBytes) bodies[i] = std::move(body);
    }
}

bool isAnyMissing(const std::vector<std::string>& bodies) {
    return std::any_of(bodies.begin(), bodies.end(), [](const std::string& body) { return body.empty(); });
}

}  // namespace

void Outbox::add(const RecordFact& fact, const Occurrence& occurrence) {
    if (!fact.triggerWebhook || occurrence.event.empty()) return;
    services_.database().write([&](Sql& sql) {
        std::vector<std::string> allProps;  // one message for each
        std::vector<NewDelivery> deliveries;
        const SubscriptionCache::Subscriptions subscriptions = subscriptions_.get(sql, fact.change.bucketId);
        for (const Subscription& one : *subscriptions) {
            if (!wants(one, occurrence, fact.change.type)) continue;
            const std::string& props = occurrence.isDeletion ? std::string() : one.props;
            const auto found = std::find(allProps.begin(), allProps.end(), props);
            const auto message = static_cast<std::size_t>(found - allProps.begin());
            if (found == allProps.end()) allProps.push_back(props);
            deliveries.push_back({services_.ids().next(), one.webhookId, message});
        }
        if (deliveries.empty()) return;
        std::vector<Message> messages;
        for (std::string& body : bodiesOf(fact, occurrence, allProps)) {
            messages.push_back({services_.ids().next(), std::move(body)});
        }
        for (const NewDelivery& delivery : deliveries) ++messages[delivery.message].needed;
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
// as long as it takes, whoever writes content waits. A record that is too large even so is named only, because it must
// not keep anybody from writing it.
std::vector<std::string> Outbox::bodiesOf(const RecordFact& fact, const Occurrence& occurrence,
                                          const std::vector<std::string>& allProps) {
    if (occurrence.isDeletion) return {envelope(fact, occurrence, writeJson(JsonArray{Json(fact.change.id)}))};
    std::vector<std::string> bodies(allProps.size());
    RenderOptions options;
    options.visibility = occurrence.visibility;
    options.props = unionOf(allProps);
    const std::int64_t nowMs = services_.clock().nowMs();
    if (!budget_.isSpent(fact.change, nowMs)) {
        const std::optional<Json> record = render(fact, options);
        if (!record) budget_.failed(fact.change, nowMs);
        if (record) addFitting(fact, occurrence, *record, allProps, bodies);
    }
    options.depth = 0;
    if (isAnyMissing(bodies)) {
        if (const auto record = render(fact, options)) addFitting(fact, occurrence, *record, allProps, bodies);
    }
    for (std::string& body : bodies) {
        if (body.empty()) body = envelope(fact, occurrence, writeJson(JsonObject{{"id", fact.change.id}}));
    }
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
