#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "inkwell/trash_bin.h"

namespace inkwell::trash {

/// One row of trash_items.
struct TrashItem {
    std::string bucketId;
    TrashedRecord record;
    std::int64_t deletedAtMs = 0;
    std::string deletedBy;  // Access::actor()
};

/// One row of trash_parts.
struct TrashPart {
    std::int64_t place = 0;
    std::string of;  // Recoverable::name
    JsonObject document;
};

/// The SQL of the tables trash_items and trash_parts. Made for one unit of work, on its thread. Methods throw
/// DatabaseError.
class TrashStore {
public:
    explicit TrashStore(Sql& sql) : sql_(sql) {}

    std::optional<TrashItem> find(const std::string& bucketId, const std::string& id);
    std::vector<TrashItem> findAll(const std::string& bucketId, std::span<const std::string> ids);
    /// Locks the row until commit.
    std::optional<TrashItem> findForUpdate(const std::string& bucketId, const std::string& id);
    /// The latest deletions first; `kind` "" is any.
    std::vector<TrashItem> list(const std::string& bucketId, const std::string& kind, std::int64_t limit,
                                std::int64_t skip);
    std::int64_t count(const std::string& bucketId, const std::string& kind);
    /// Which kinds there are, of a bucket or, with "", of all.
    std::vector<std::string> kinds(const std::string& bucketId);
    /// Some items of these kinds that were deleted before a time, or of a bucket, until a time.
    std::vector<TrashItem> findOlder(std::int64_t beforeMs, std::span<const std::string> kinds, std::int64_t limit);
    std::vector<TrashItem> findSome(const std::string& bucketId, std::int64_t untilMs,
                                    std::span<const std::string> kinds, std::int64_t limit);

    void insert(const TrashItem& item);
    /// With its parts.
    void remove(const std::string& bucketId, const std::string& id);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);

    void insertPart(const TrashItem& item, const TrashPart& part);
    void updatePart(const std::string& bucketId, const std::string& id, const TrashPart& part);
    /// The next part behind `place`.
    std::optional<TrashPart> nextPart(const std::string& bucketId, const std::string& id, std::int64_t place);

    struct Mention {
        std::string id;
        TrashPart part;
    };
    /// The next part of the bucket, behind that of (id, place), whose document contains `text`.
    std::optional<Mention> nextMention(const std::string& bucketId, const std::string& text, const std::string& id,
                                       std::int64_t place);

private:
    std::vector<TrashItem> select(const std::string& tail, const SqlParams& params);

    Sql& sql_;
};

}  // namespace inkwell::trash
