#include "edit/publisher.h"

#include <vector>

#include "edit/object_facts.h"
#include "inkwell/events.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kShare = 100;
constexpr std::chrono::seconds kLongestLag{60};

}  // namespace

// What ends by itself goes out before that, also where both times came while no server ran.
void Publisher::publishDue() {
    changeAll(Schedule::Publish);
    const std::exception_ptr failure = publishDrafts();
    changeAll(Schedule::Unpublish);
    if (failure) std::rethrow_exception(failure);
    markCaughtUp();
}

// Asked first: where one writes at a time, nobody should wait every second for nothing.
void Publisher::changeAll(Schedule schedule) {
    if (!services_.database().read([&](Sql& sql) { return PublicationStore(sql).isAnyDue(schedule); })) return;
    while (changeShare(schedule) == kShare) {
    }
}

// One by one, each as by hand. What cannot be published holds up no other, and is tried again the next time.
std::exception_ptr Publisher::publishDrafts() {
    std::exception_ptr failure;
    std::size_t published = 0;
    do {
        published = 0;
        const std::vector<DueDraft> due = services_.database().read(
            [](Sql& sql) { return PublicationStore(sql).dueDrafts(static_cast<std::int64_t>(kShare)); });
        for (const DueDraft& one : due) {
            try {
                drafts_.publishDue(one);
                ++published;
            } catch (const std::exception&) {
                failure = std::current_exception();
            }
        }
        if (due.size() < kShare) break;
    } while (published > 0);
    return failure;
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
