#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::autosave {

/// One row of autosave_items.
struct AutosaveItem {
    std::string bucketId;
    std::string objectId;
    std::string userId;
    std::optional<std::int64_t> baseVersion;
    std::int64_t savedAtMs = 0;
    std::string document;  // JSON
};

struct AutosavePage {
    std::vector<AutosaveItem> items;
    std::int64_t total = 0;  // of all pages
};

/// The SQL of the table autosave_items. Made for one unit of work, on its thread. Methods throw DatabaseError.
class AutosaveStore {
public:
    explicit AutosaveStore(Sql& sql) : sql_(sql) {}

    std::optional<AutosaveItem> find(const std::string& bucketId, const std::string& objectId,
                                     const std::string& userId);
    /// When it was put; the row is locked until the commit.
    std::optional<std::int64_t> savedAtForUpdate(const std::string& bucketId, const std::string& objectId,
                                                 const std::string& userId);
    /// What a person has in a bucket, without the documents, the newest first.
    AutosavePage list(const std::string& bucketId, const std::string& userId, std::int64_t limit, std::int64_t skip);
    /// Replaces what the person had of this object.
    void put(const AutosaveItem& item);
    /// False when there was none.
    bool remove(const std::string& bucketId, const std::string& objectId, const std::string& userId);
    /// Of a person in a bucket, removes all but the newest ones.
    void keepNewest(const std::string& bucketId, const std::string& userId, std::int64_t count);

    /// Of whom something of the object is kept; their rows are locked until the commit.
    std::vector<std::string> peopleForUpdate(const std::string& bucketId, const std::string& objectId);

    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfPerson(const std::string& bucketId, const std::string& userId);
    void removeOfBucket(const std::string& bucketId);
    /// At most `limit` of those put before a time; returns how many.
    std::int64_t removeBefore(std::int64_t timeMs, std::int64_t limit);

private:
    /// Not what was put since it was read.
    void removeAsRead(const std::string& bucketId, const std::string& objectId, const std::string& userId,
                      std::int64_t savedAtMs);

    Sql& sql_;
};

}  // namespace inkwell::autosave
