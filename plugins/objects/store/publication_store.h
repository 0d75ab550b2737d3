#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::objects {

/// Which of the two times of an object has come.
enum class Schedule { Publish, Unpublish };

/// An object whose time has come. Times are UTC milliseconds.
struct DueObject {
    std::string id;
    std::string bucketId;
    std::string type;
    std::string title;
    std::string status;
    bool triggerWebhook = false;
    std::int64_t nowMs = 0;  // by the database's clock, when it was claimed
    bool hasDraftWithTime = false;
};

/// An object over which a draft is prepared whose time has come.
struct DueDraft {
    std::string objectId;
    std::string bucketId;
    std::int64_t dueMs = 0;
    std::int64_t number = 0;  // of its row
    std::int64_t nowMs = 0;   // by the database's clock, when it was found
};

/// The SQL of scheduled changes of the status. The database's clock, which all servers share, decides what is due. Made
/// for one unit of work, on its thread. Methods throw DatabaseError.
class PublicationStore {
public:
    explicit PublicationStore(Sql& sql) : sql_(sql) {}

    bool isAnyDue(Schedule schedule);
    /// Up to `limit` due objects, longest due first, locked until commit. Skips locked rows: another server is
    /// publishing them, or a client is changing their schedule.
    std::vector<DueObject> claim(Schedule schedule, std::int64_t limit);
    /// Publishes the claimed objects in one statement and increments their versions. `due` must not be empty.
    void publish(const std::vector<DueObject>& due);
    /// Makes drafts of the claimed objects, and as publish(). What should have gone out over one before does not any
    /// more.
    void unpublish(const std::vector<DueObject>& due);

    /// Up to `limit` drafts whose time has come, longest due first, those behind `after`. Locks nothing: their objects
    /// come before them in the order of locks.
    std::vector<DueDraft> dueDrafts(const DueDraft& after, std::int64_t limit);

private:
    void showPublished(const std::vector<std::string>& objectIds, const char* more, std::int64_t nowMs);

    Sql& sql_;
};

}  // namespace inkwell::objects
