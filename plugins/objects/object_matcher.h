#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "object_fields.h"
#include "object_query.h"

namespace inkwell::objects {

/// Matches stored objects in memory as the database would: for what SQL cannot tell. Loads the related objects that
/// the query's keys reach, one statement per level. Made for one unit of work, on its thread.
class ObjectMatcher {
public:
    /// The references outlive the matcher; `engine` is null while the metafields plugin is off.
    ObjectMatcher(Sql& sql, MetafieldEngine* engine, const std::string& bucketId, Visibility visibility,
                  const ListQuery& query);
    ~ObjectMatcher();

    /// For each object whether it matches.
    std::vector<bool> match(std::span<const StoredObject> objects);

private:
    struct Entry;
    class Document;
    using Entries = std::unordered_map<std::string, std::unique_ptr<const Entry>>;

    void loadRelated(const std::string& key, const std::vector<const Entry*>& entries);

    Sql& sql_;
    MetafieldEngine* engine_;
    const std::string& bucketId_;
    Visibility visibility_;
    const ListQuery& query_;
    Entries related_;  // null for an id that is not visible
};

}  // namespace inkwell::objects
