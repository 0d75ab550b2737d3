#pragma once

#include <string>
#include <string_view>

#include "edit/object_writer.h"
#include "inkwell/recoverable.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Takes an object with its draft, and brings both back. Any thread.
class ObjectRecovery : public Recoverable {
public:
    ObjectRecovery(Services& services, FieldIndexer& fields) : services_(services), writer_(services, fields) {}

    std::string name() const override { return "objects"; }
    std::string kind() const override { return "object"; }
    bool isOwner() const override { return true; }
    void requireChange(const Access& access, std::string_view type, std::string_view status) const override;
    void take(const Bucket& bucket, const std::string& id, const Keep& keep) override;
    /// Throws ApiError 409 when the object is there, or its type is a singleton that has another one.
    void restore(const Recovery& recovery, JsonObject part) override;
    bool renameType(JsonObject& part, std::string_view from, std::string_view to) const override;

private:
    void restoreObject(Sql& sql, const Recovery& recovery, StoredObject object) const;

    Services& services_;
    ObjectWriter writer_;
};

/// Offers the object to the trash before it is removed (TrashBin::take). Nothing: nobody keeps it.
std::optional<std::int64_t> keepInTrash(Services& services, const Bucket& bucket, const Access& access,
                                        const StoredObject& object);

/// Of an object that comes back: what was due meanwhile is not published behind anybody's back, nor shown again.
void dropPassedTimes(StoredObject& object, std::int64_t nowMs);

/// What a draft_only user may not touch (interface/users-and-roles.md, "Roles"): what is published, and what will be by
/// itself, or the draft over it.
bool reachesReaders(const StoredObject& object);

}  // namespace inkwell::objects
