#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/services.h"
#include "inkwell/trash_bin.h"
#include "trash_store.h"

namespace inkwell::trash {

/// The trash (interface/trash.md), and the TrashBin for those who delete. What is in it lies in the plugin's own
/// tables, as the parts that Recoverable contributions made of it. Any thread; each method is one unit of work, except
/// for those that remove many. Throws ApiError for the client.
class TrashService : public TrashBin {
public:
    TrashService(Services& services, std::int64_t keptDays);

    std::optional<std::int64_t> take(const Bucket& bucket, const Access& access, const TrashedRecord& record) override;
    void restore(const Bucket& bucket, const Access& access, const std::string& id,
                 const Undeletion& undeletion) override;
    std::vector<TrashedRecord> find(const Bucket& bucket, std::span<const std::string> ids) override;

    struct List {
        std::vector<TrashItem> items;
        std::int64_t total = 0;
    };
    List list(const Bucket& bucket, const std::string& kind, std::int64_t limit, std::int64_t skip);
    /// When the item is removed for good.
    std::int64_t expiryOf(const TrashItem& item) const { return item.deletedAtMs + keptMs_; }

    /// Removes for good. Throws 404; 403 where the caller could not delete the record either.
    void remove(const Bucket& bucket, const Access& access, const std::string& id);
    /// Removes everything that was deleted before it began, or until `untilMs`, in units of 100 items; returns how
    /// many. Throws 403; 409 while a plugin of some is off.
    std::int64_t empty(const Bucket& bucket, const Access& access, std::optional<std::int64_t> untilMs = {});

    /// A job: removes what has waited long enough.
    void sweep();
    // For listeners of guards, inside the caller's unit of work.
    void removeOfBucket(const std::string& bucketId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);

private:
    bool isToBeKept(const Bucket& bucket, const Access& access);
    /// False when it is gone already, or was deleted again since `item` was read.
    bool purge(Sql& sql, const TrashItem& item);
    /// Returns how many were there still.
    std::int64_t removeSome(Sql& sql, const std::vector<TrashItem>& items);

    Services& services_;
    const std::int64_t keptMs_;
};

}  // namespace inkwell::trash
