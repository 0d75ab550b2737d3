#include "edit/publisher.h"

#include <vector>

#include "edit/object_facts.h"
#include "inkwell/events.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kShare = 100;
constexpr std::chrono::seconds kLongestLag{60};
constexpr std::int64_t kStuckMs = 60'000;

}  // namespace

// What ends by itself goes out before that, also where both times came while no server ran.
void Publisher::publishDue() {
    changeAll(Schedule::Publish);
    publishDrafts();
    changeAll(Schedule::Unpublish);
    markCaughtUp();
}

// Asked first: where one writes at a time, nobody should wait every second for nothing.
void Publisher::changeAll(Schedule schedule) {
    if (!services_.database().read([&](Sql& sql) { return PublicationStore(sql).isAnyDue(schedule); })) return;
    while (changeShare(schedule) == kShare) {
    }
}

// One by one, each as by hand.
void Publisher::publishDrafts() {
    const std::int64_t nowMs = services_.clock().nowMs();
    std::erase_if(stuck_, [&](const auto& one) { return one.second <= nowMs; });
    std::vector<DueDraft> due;
    DueDraft last;
    do {
        due = services_.database().read(
            [&](Sql& sql) { return PublicationStore(sql).dueDrafts(last, static_cast<std::int64_t>(kShare)); });
        for (const DueDraft& one : due)
            if (!stuck_.contains(one.objectId)) publishDraft(one, nowMs);
        if (!due.empty()) last = due.back();
    } while (due.size() == kShare);
}

// What is in the way of one draft holds up no other: it is said, and tried again later.
void Publisher::publishDraft(const DueDraft& due, std::int64_t nowMs) {
    try {
        drafts_.publishDue(due);
    } catch (const DatabaseError&) {
        throw;
    } catch (const std::exception& error) {
        stuck_[due.objectId] = nowMs + kStuckMs;
        services_.log().warn(
            "the draft over object '" + due.objectId + "' in bucket '" + due.bucketId +
            "', whose time has come, cannot be published, and is tried again in a minute: " + error.what());
    }
}

std::string Publisher::problemOf(std::chrono::duration<double> lag) {
    if (lag < kLongestLag) return "";
    return "what is due could not be published for " + std::to_string(static_cast<std::int64_t>(lag.count())) +
           " seconds; the log says why";
}

std::size_t Publisher::changeShare(Schedule schedule) {
    return services_.database().write([&](Sql& sql) {
        PublicationStore store(sql);
        const std::vector<DueObject> due = store.claim(schedule, static_cast<std::int64_t>(kShare));
        if (due.empty()) return due.size();
        const bool isPublication = schedule == Schedule::Publish;
        isPublication ? store.publish(due) : store.unpublish(due);
        for (const DueObject& object : due) announce(object, isPublication ? "published" : "draft");
        return due.size();
    });
}

// The fact of an edit by hand.
void Publisher::announce(const DueObject& object, const char* status) {
    ObjectEdited fact;
    fact.change.bucketId = object.bucketId;
    fact.change.type = object.type;
    fact.change.id = object.id;
    fact.change.action = "edited";
    fact.change.actor = "system";
    fact.title = object.title;
    fact.status = status;
    fact.previousStatus = object.status;
    fact.triggerWebhook = object.triggerWebhook;
    completeFact(services_, fact);
    services_.events().publish(std::move(fact));
}

}  // namespace inkwell::objects
