#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell {

/// A record that comes back, and who brings it back.
struct Recovery {
    const Bucket& bucket;
    const Access& access;
    const std::string& id;
    const std::string& type;      // slug of the object type, by its name of today; "" for media
    bool triggerWebhook = false;  // of the creation that the owner tells of
};

/// What a plugin stores of objects or media, so that a deleted one can come back whole (decision 0022). Contributed
/// under its name. The plugin that a record belongs to is its owner; others contribute what hangs on it, such as its
/// revisions. Any thread; all but the names inside Database::write.
class INKWELL_API Recoverable {
public:
    static constexpr const char* kContributionId = "inkwell.recoverable/1";
    virtual ~Recoverable() = default;

    virtual std::string name() const = 0;
    /// Of the records that it is about: "object" or "media".
    virtual std::string kind() const = 0;
    /// The record's own part is taken and restored first.
    virtual bool isOwner() const { return false; }
    /// Of the owner: throws ApiError 403 where `access` may not delete and create such a record.
    virtual void requireChange(const Access& access, std::string_view type, std::string_view status) const {
        (void)access, (void)type, (void)status;
    }

    using Keep = std::function<void(JsonObject part)>;
    /// Called before the record is removed: passes everything that is stored of it to `keep`, in parts of which only
    /// one must fit in memory. Removes nothing.
    virtual void take(const Bucket& bucket, const std::string& id, const Keep& keep) = 0;
    /// Stores a part again, in the order in which `take` gave them; the owner tells everybody of a creation. Throws
    /// ApiError 403, and 409 when something stands in the way. A slug that is taken gets a number.
    virtual void restore(const Recovery& recovery, JsonObject part) = 0;
    /// The part will never be restored: releases what it kept from being removed, such as the bytes of a file.
    virtual void forget(const std::string& id, const JsonObject& part) { (void)id, (void)part; }
    /// The slug of an object type changes in a part that is kept. Returns whether the part has changed.
    virtual bool renameType(JsonObject& part, std::string_view from, std::string_view to) const {
        (void)part, (void)from, (void)to;
        return false;
    }
};

/// Recoverable::take of all plugins that are on, the owner first; `keep` also gets the plugin's part's name.
INKWELL_API void takeParts(Services& services, std::string_view kind, const Bucket& bucket, const std::string& id,
                           const std::function<void(const std::string& of, JsonObject part)>& keep);
/// Restores one of these parts. Throws as Recoverable::restore, and ApiError 409 while its plugin is off.
INKWELL_API void restorePart(Services& services, std::string_view of, const Recovery& recovery, JsonObject part);
/// The contribution of this name; nullptr while its plugin is off.
INKWELL_API Recoverable* findRecoverable(Services& services, std::string_view name);
/// The owner of such records; nullptr while its plugin is off.
INKWELL_API Recoverable* findOwner(Services& services, std::string_view kind);

}  // namespace inkwell
