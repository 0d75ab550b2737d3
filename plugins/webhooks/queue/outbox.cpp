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

std::string writeShown(const Json& record, const Props* wanted) {
    if (wanted == nullptr) return writeJson(record);
    Json shown(record);
    wanted->projectValue(shown);
    return writeJson(shown);
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
        std::vector<Message> messages = messagesOf(fact, occurrence, allProps);
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

// Rendered once for all, as long as what all want together is not too large.
std::vector<Message> Outbox::messagesOf(const RecordFact& fact, const Occurrence& occurrence,
                                        const std::vector<std::string>& allProps) {
    std::optional<Json> all;
    if (!occurrence.isDeletion) {
        RenderOptions options;
        options.visibility = occurrence.visibility;
        all = render(fact, options, unionOf(allProps));
    }
    const std::size_t maxBytes = std::min(kMaxBodyBytes, kMaxBytesOfAnEvent / allProps.size());
    std::vector<Message> messages;
    for (const std::string& props : allProps) {
        messages.push_back({services_.ids().next(), bodyOf(fact, occurrence, all, props, maxBytes)});
    }
    return messages;
}

// A record that is too large must not keep anybody from writing it: then its related objects are ids, and at last it is
// named only.
std::string Outbox::bodyOf(const RecordFact& fact, const Occurrence& occurrence, const std::optional<Json>& all,
                           const std::string& props, std::size_t maxBytes) {
    if (occurrence.isDeletion) return envelope(fact, occurrence, writeJson(JsonArray{Json(fact.change.id)}));
    const std::shared_ptr<const Props> wanted = parseProps(props);
    const auto findFitting = [&](const std::optional<Json>& record) -> std::optional<std::string> {
        if (!record) return std::nullopt;
        std::string body = envelope(fact, occurrence, writeShown(*record, wanted.get()));
        return body.size() <= maxBytes ? std::optional(std::move(body)) : std::nullopt;
    };
    RenderOptions options;
    options.visibility = occurrence.visibility;
    if (auto body = all ? findFitting(all) : findFitting(render(fact, options, wanted))) return std::move(*body);
    options.depth = 0;
    if (auto body = findFitting(render(fact, options, wanted))) return std::move(*body);
    return envelope(fact, occurrence, writeJson(JsonObject{{"id", fact.change.id}}));
}

std::optional<Json> Outbox::render(const RecordFact& fact, RenderOptions options, std::shared_ptr<const Props> props) {
    const auto bucket = services_.get<BucketDirectory>().findById(fact.change.bucketId);
    if (!fact.record || !bucket) return std::nullopt;
    options.props = std::move(props);
    try {
        return Json(fact.record(*bucket, options));
    } catch (const ApiError& error) {
        if (error.status() != kBadRequest) throw;
        return std::nullopt;
    }
}

}  // namespace inkwell::webhooks
