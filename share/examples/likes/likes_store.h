#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace likes_plugin {

/// One row of the table likes_visitors.
struct StoredVisitor {
    std::string bucketId;
    std::string objectId;
    std::string visitor;
    std::int64_t addedAtMs = 0;
};

/// What an object has.
struct LikesOfObject {
    std::int64_t count = 0;
    std::vector<std::string> visitors;  // the newest first, not always all
};

/// All SQL of the plugin. Made for one unit of work, on its thread. Methods throw inkwell::DatabaseError.
class LikesStore {
public:
    explicit LikesStore(inkwell::Sql& sql) : sql_(sql) {}

    LikesOfObject get(const std::string& objectId, std::int64_t shownVisitors);
    /// False when the visitor is there already.
    bool insert(const StoredVisitor& row);
    /// False when the visitor is not there.
    bool remove(const std::string& objectId, const std::string& visitor);
    void removeOfObject(const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);

private:
    inkwell::Sql& sql_;
};

}  // namespace likes_plugin
