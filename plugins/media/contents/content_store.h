#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::media {

struct StoredContent {
    std::string location;
    std::string digest;  // hex
    std::int64_t sizeBytes = 0;
};

/// The SQL of the tables media_contents (what lies, or may lie, in a store) and media_links (which record uses which
/// content). A content is pending during its upload, then kept, and doomed once no record uses it (README.md,
/// "Crashes"). Made for one unit of work, on its thread. Methods throw DatabaseError.
class ContentStore {
public:
    explicit ContentStore(Sql& sql) : sql_(sql) {}

    /// Call before the store gets the first byte. The lease ends by the database's clock.
    void insertPending(const std::string& location, std::int64_t leaseMs);
    /// Returns false when it is no longer pending: the sweep has taken it.
    bool renew(const std::string& location, std::int64_t leaseMs);
    bool keep(const StoredContent& content);  // pending -> kept; false as in renew()
    bool doom(const std::string& location);   // pending -> doomed; false when kept or removed
    bool exists(const std::string& location);
    /// Whether a content that was kept once lies in the store of this name, doomed or not.
    bool existsIn(const std::string& store);

    /// Links a record to the content at its location; false, and nothing, if this database has no content there. Throws
    /// Conflict when the content is being removed: on a retry the unit of work sees that its record is gone too.
    bool link(const std::string& mediaId, const std::string& location);
    /// Call before removing a record. Dooms its content unless another one uses it, which may be in the trash: then it
    /// is marked as by markTrashed(). Returns the doomed location, or "".
    std::string unlink(const std::string& mediaId);
    /// Removes the link of a record that comes back, whose content then stays as it is, and returns its location;
    /// link() follows. Nothing when there was none.
    std::optional<std::string> takeLink(const std::string& mediaId);
    /// Call before removing a bucket's records. Dooms their contents unless another bucket, or the trash, has them too;
    /// marks those that the trash alone has.
    void unlinkBucket(const std::string& bucketId);

    /// Call when the trash takes a record, before it is removed.
    void markTrashed(const std::string& mediaId);
    /// Marked contents of a store with a location after `after`, in order.
    std::vector<std::string> findTrashed(const std::string& store, const std::string& after, std::int64_t limit);
    /// The content if all its records are in the trash. Otherwise nothing, and the mark is taken off.
    std::optional<StoredContent> keepTrashed(const std::string& location);
    /// Has the trash's records use the pending content `copy`, which is then kept, and dooms the one at `location`.
    /// False, and nothing has changed, when a record came back meanwhile or one of both contents is gone.
    bool replaceTrashed(const std::string& location, const StoredContent& copy);
    void unmarkTrashed(const std::string& location);

    /// The buckets with a record, not in the trash, that shows the content.
    std::vector<std::string> bucketsWith(const std::string& location);

    /// What is kept at the location; nothing when this database has none there.
    std::optional<StoredContent> findKept(const std::string& location);
    /// Those of the records that have a content, in one statement for up to 16,384 ids.
    std::set<std::string> linkedAmong(std::span<const std::string> mediaIds);
    std::optional<StoredContent> findByName(const std::string& bucketId, const std::string& name);

    bool hasExpired();
    void doomExpired();
    /// Doomed contents with a location after `after`, in order.
    std::vector<std::string> findDoomed(const std::string& after, std::int64_t limit);
    enum class Fate { None, Remove, KeepAgain };
    /// Before the file of a doomed content is removed, in a unit of work of its own. A content that a record uses after
    /// all is kept again; None: others have removed it.
    Fate decide(const std::string& location);
    /// After its file is gone.
    void removeDoomed(const std::string& location);

private:
    bool isLinked(const std::string& location);
    std::optional<std::string> linkForUpdate(const std::string& mediaId);
    void doomContentsOf(const std::string& bucketId, std::span<const std::string> locations);
    std::optional<std::int64_t> stateForUpdate(const std::string& location);

    Sql& sql_;
};

}  // namespace inkwell::media
