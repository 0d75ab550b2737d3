#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "read/object_query.h"
#include "store/object_fields.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// Matches stored objects in memory as the database would, for queries that SQL cannot express. Loads related objects
/// that the query reaches, one statement per level, and holds no session meanwhile unless its caller does. Each
/// related object is asked once for each condition, however many lead to it. One thread.
class ObjectMatcher {
public:
    static constexpr std::chrono::seconds kMostComputing{10};

    /// The references must outlive the matcher; `engine` is null while the metafields plugin is off. If `scope` names
    /// the only ids, related objects count only when they are among them. The thread may compute for so long from here
    /// on.
    ObjectMatcher(Database& database, MetafieldEngine* engine, const ObjectScope& scope, const ListQuery& query,
                  std::chrono::milliseconds mostComputing = kMostComputing);
    ~ObjectMatcher();

    /// Returns, for each object, whether it matches. Throws ApiError 400 where one object leads to related objects of
    /// more than kMostRelatedBytes (of many objects, those of a part are loaded at a time), and when the time is over.
    std::vector<bool> match(std::span<const StoredObject> objects);
    std::vector<bool> match(std::span<const ObjectRecord> records);

    static constexpr std::size_t kMostRelatedBytes = std::size_t{32} << 20;  // of the text of their documents

private:
    struct Entry;
    struct Asked;

    template <class Given>
    std::vector<bool> matchAll(std::span<const Given> given);
    template <class Given>
    std::vector<bool> matchTogether(std::span<const Given> given);
    void addConditions(const QueryNode& node);
    void requireTime() const;
    bool matches(const QueryNode& node, const Entry& entry);
    bool passes(Asked& asked, std::size_t number, const Entry& entry);
    bool relatedPasses(Asked& asked, std::size_t number, const Entry& entry);
    void forgetRelated();
    bool mayLoad(const std::string& id) const;
    void loadRelated(const std::set<std::string>& keys, const std::vector<Entry*>& entries);
    std::vector<Entry*> relate(const std::vector<Entry*>& entries, const std::string& relation);
    void loadUnknown(const std::set<std::string_view>& ids);

    Database& database_;
    MetafieldEngine* engine_;
    const ObjectScope& scope_;
    const ListQuery& query_;
    const std::chrono::nanoseconds computesUntil_;  // as the thread's own clock has it
    std::unordered_map<const QueryCondition*, std::unique_ptr<Asked>> asked_;
    std::unordered_map<std::string, std::unique_ptr<Entry>> related_;  // null for an id that is not visible
    std::size_t relatedBytes_ = 0;
    std::size_t numbered_ = 0;  // of those that are visible
    unsigned asks_ = 0;
};

}  // namespace inkwell::objects
