#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"

namespace inkwell::views {

/// One row of views. Times are UTC milliseconds.
struct View {
    std::string id;
    std::string bucketId;
    std::string owner;  // user id
    bool isShared = false;
    std::string title;
    std::string type;  // slug of an object type; "": any
    std::string sort;  // "": as the list has it
    JsonObject query;
    JsonArray columns;
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
};

/// The SQL of the table views. Made for one unit of work, on its thread. Methods throw DatabaseError.
class ViewStore {
public:
    explicit ViewStore(Sql& sql) : sql_(sql) {}

    std::optional<View> find(const std::string& bucketId, const std::string& id);
    /// Locks the row until commit.
    std::optional<View> findForUpdate(const std::string& bucketId, const std::string& id);
    /// The user's own ones and those that are shared, by title.
    std::vector<View> list(const std::string& bucketId, const std::string& owner);
    std::int64_t countOf(const std::string& bucketId, const std::string& owner);

    void insert(const View& view);
    void update(const View& view);
    void remove(const std::string& id);
    /// Those that nobody else sees.
    void removePrivateOf(const std::string& bucketId, const std::string& owner);
    void removeOfBucket(const std::string& bucketId);
    /// All of the bucket, locked until commit.
    std::vector<View> listAllForUpdate(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::views
