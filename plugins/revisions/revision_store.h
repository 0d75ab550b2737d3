#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "inkwell/list_params.h"
#include "inkwell/object_catalog.h"

namespace inkwell::revisions {

/// One row of revisions. Times are UTC milliseconds.
struct StoredRevision {
    std::string id;
    std::string bucketId;
    std::string objectId;
    std::string type;    // of the object
    std::string status;  // draft, published
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
    bool isKept = false;  // made by an edit, of what it replaced: not for readers of published content
    JsonObject fields;    // of the object in this version; the members above take precedence
    JsonArray metafields;
    std::size_t documentBytes = 0;  // of the text that a read made fields and metafields of
};

/// The SQL of the table revisions. Made for one unit of work, on its thread. Methods throw DatabaseError.
class RevisionStore {
public:
    explicit RevisionStore(Sql& sql) : sql_(sql) {}

    /// The object whose revisions are read; Visibility::Published limits them to published ones.
    struct Scope {
        const std::string& bucketId;
        const std::string& objectId;
        Visibility visibility = Visibility::Published;
    };

    std::optional<StoredRevision> find(const Scope& scope, const std::string& id);
    std::int64_t count(const Scope& scope);
    /// A revision that has not been read yet, and how much of it is stored.
    struct Place {
        std::string id;
        std::int64_t bytes = 0;
    };
    /// All revisions in the scope, in the order of `sort`.
    std::vector<Place> places(const Scope& scope, const std::string& sort);
    /// Those of one page.
    std::vector<Place> places(const Scope& scope, const ListParams& params);

    using Take = std::function<void(StoredRevision&&)>;
    /// False: no more for now.
    using TakeSome = std::function<bool(StoredRevision&&)>;
    /// One after another, in the order of `places`, without those that no longer exist. However many there are, few
    /// megabytes of what is stored and one document of it are in memory at a time.
    void forEach(const Scope& scope, std::span<const Place> places, const Take& take);
    /// The same until `take` says false. Returns the places behind.
    std::span<const Place> forSome(const Scope& scope, std::span<const Place> places, const TakeSome& take);
    /// The same without fields and metafields, which are not read.
    void forEachWithoutDocument(const Scope& scope, std::span<const Place> places, const Take& take);

    /// Those of the next `limit` revisions of a bucket behind the id `after` whose stored document contains `text`.
    /// Moves `after` behind them, or makes it "" when there are no more.
    std::vector<StoredRevision> nextMentioning(const std::string& bucketId, const std::string& text, std::string& after,
                                               std::int64_t limit);

    void insert(const StoredRevision& revision);
    /// Removes the oldest of the kept revisions of its object beyond `most`, of which `newest` is one whatever its time
    /// says: the clocks of servers differ.
    void removeKeptBeyond(const StoredRevision& newest, std::int64_t most);
    void updateDocument(const StoredRevision& revision);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);

private:
    std::span<const Place> walk(const Scope& scope, std::span<const Place> places, bool documents,
                                const TakeSome& take);

    Sql& sql_;
};

}  // namespace inkwell::revisions
