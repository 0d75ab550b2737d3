#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::objects {

/// An object whose time of publication has come. Times are UTC milliseconds.
struct DueObject {
    std::string id;
    std::string bucketId;
    std::string type;
    std::string title;
    std::string status;
    bool triggerWebhook = false;
    std::int64_t nowMs = 0;  // by the database's clock, when it was claimed
};

/// The SQL of scheduled publication. What is due says the database's clock, which all servers share. Made for one unit
/// of work, on its thread. Methods throw DatabaseError.
class PublicationStore {
public:
    explicit PublicationStore(Sql& sql) : sql_(sql) {}

    bool isAnyDue();
    /// Up to `limit` due objects, the longest due first, locked until commit. What others have locked is left out:
    /// another server publishes it, or a client is just changing its time.
    std::vector<DueObject> claim(std::int64_t limit);
    /// Publishes what was claimed, in one statement, and counts its versions. Not for an empty list.
    void publish(const std::vector<DueObject>& due);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
