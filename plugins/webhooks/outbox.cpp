#include "outbox.h"

#include <algorithm>

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

// What covers all of them; nothing is everything.
std::optional<Props> unionOf(const std::vector<std::string>& allProps) {
    std::string joined;
    for (const std::string& props : allProps) {
        if (!Props::parse(props)) return std::nullopt;
        joined += (joined.empty() ? "" : ",") + props;
    }
    try {
        return Props::parse(joined);
    } catch (const ApiError&) {
        return std::nullopt;  // together they are beyond the limits
    }
}

std::string bodyOf(const RecordFact& fact, const Occurrence& occurrence, Json data) {
    return writeJson(
        JsonObject{{"type", occurrence.event}, {"created_at", fact.change.timeMs}, {"data", std::move(data)}});
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

// Rendered once for all, as long as what all want together is not too large.
std::vector<Message> Outbox::messagesOf(const RecordFact& fact, const Occurrence& occurrence,
                                        const std::vector<std::string>& allProps) {
    std::optional<JsonObject> all;
    if (!occurrence.isDeletion) {
        RenderOptions options;
        options.visibility = occurrence.visibility;
        all = render(fact, options, unionOf(allProps));
    }
    std::vector<Message> messages;
    for (const std::string& props : allProps) {
        Json data = JsonArray{Json(fact.change.id)};
        if (!occurrence.isDeletion) {
            JsonObject record = all ? *all : recordOf(fact, occurrence.visibility, props);
            if (const auto wanted = Props::parse(props)) wanted->project(record);
            data = std::move(record);
        }
        messages.push_back({services_.ids().next(), bodyOf(fact, occurrence, std::move(data))});
    }
    return messages;
}

// A record that is too large must not keep anybody from writing it: then its related objects are ids, and at last it is
// named only.
JsonObject Outbox::recordOf(const RecordFact& fact, Visibility visibility, const std::string& props) {
    const std::optional<Props> wanted = Props::parse(props);
    RenderOptions options;
    options.visibility = visibility;
    if (auto record = render(fact, options, wanted)) return std::move(*record);
    options.depth = 0;
    if (auto record = render(fact, options, wanted)) return std::move(*record);
    return {{"id", fact.change.id}};
}

std::optional<JsonObject> Outbox::render(const RecordFact& fact, RenderOptions options,
                                         const std::optional<Props>& props) {
    const auto bucket = services_.get<BucketDirectory>().findById(fact.change.bucketId);
    if (!fact.record || !bucket) return std::nullopt;
    options.props = props ? &*props : nullptr;
    try {
        return fact.record(*bucket, options);
    } catch (const ApiError& error) {
        if (error.status() != kBadRequest) throw;
        return std::nullopt;
    }
}

}  // namespace inkwell::webhooks
