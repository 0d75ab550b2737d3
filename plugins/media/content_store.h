#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "media_store.h"

namespace inkwell::media {

struct StoredContent {
    std::string location;
    std::string digest;  // hex
    std::int64_t sizeBytes = 0;
};

/// All SQL of the tables media_contents (what lies, or may lie, in a store) and media_links (which record has which
/// content). A content is pending while it is uploaded, then kept, and doomed once no record needs it: see README.md,
/// "Crashes". Made for one unit of work, on its thread. Methods throw DatabaseError.
class ContentStore {
public:
    explicit ContentStore(Sql& sql) : sql_(sql) {}

    /// Before the store gets the first byte. The lease ends by the database's clock.
    void insertPending(const std::string& location, std::int64_t leaseMs);
    /// False when it is not pending any more: the sweep has taken it.
    bool renew(const std::string& location, std::int64_t leaseMs);
    bool keep(const StoredContent& content);  // pending -> kept; false likewise
    bool doom(const std::string& location);   // pending -> doomed; false when it is kept or gone
    bool exists(const std::string& location);

    /// Ties a record to the content at its location; does nothing where the location names none of this database.
    /// Throws Conflict when the content is being removed: the unit of work then sees that its record went with it.
    void link(const StoredMedia& media);
    /// Before the record goes: dooms its content unless another record has it. Returns the doomed location, or "".
    std::string unlink(const std::string& mediaId);
    void unlinkBucket(const std::string& bucketId);

    std::optional<StoredContent> findByName(const std::string& bucketId, const std::string& name);

    bool hasExpired();
    void doomExpired();
    /// Doomed ones whose location comes after `after`, in order.
    std::vector<std::string> findDoomed(const std::string& after, std::int64_t limit);
    void removeDoomed(const std::string& location);

private:
    std::optional<std::int64_t> stateForUpdate(const std::string& location);

    Sql& sql_;
};

}  // namespace inkwell::media
