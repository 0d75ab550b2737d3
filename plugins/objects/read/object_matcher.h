#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "read/object_query.h"
#include "store/object_fields.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// Matches stored objects in memory as the database would, for queries that SQL cannot express. Loads related objects
/// that the query reaches, one statement per level. Made for one unit of work, on its thread.
class ObjectMatcher {
public:
    /// The references must outlive the matcher; `engine` is null while the metafields plugin is off. If `scope` names
    /// the only ids, related objects count only when they are among them.
    ObjectMatcher(Sql& sql, MetafieldEngine* engine, const ObjectScope& scope, const ListQuery& query);
    ~ObjectMatcher();

    /// Returns, for each object, whether it matches. Throws ApiError 400 where one object leads to related objects of
    /// more than kMostRelatedBytes: of many objects, those of a part are loaded at a time.
    std::vector<bool> match(std::span<const StoredObject> objects);
    std::vector<bool> match(std::span<const ObjectRecord> records);

    static constexpr std::size_t kMostRelatedBytes = std::size_t{32} << 20;  // of the text of their documents

private:
    struct Entry;
    class Document;
    using Entries = std::unordered_map<std::string, std::unique_ptr<const Entry>>;

    template <class Given>
    std::vector<bool> matchAll(std::span<const Given> given);
    template <class Given>
    std::vector<bool> matchTogether(std::span<const Given> given);
    bool mayLoad(const std::string& id) const;
    void loadRelated(const std::string& key, const std::vector<const Entry*>& entries);

    Sql& sql_;
    MetafieldEngine* engine_;
    const ObjectScope& scope_;
    const ListQuery& query_;
    Entries related_;  // null for an id that is not visible
    std::size_t relatedBytes_ = 0;
};

}  // namespace inkwell::objects
