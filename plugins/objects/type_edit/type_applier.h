#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "type_edit/field_renames.h"
#include "types/type_input.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// Brings the metafields of a type to the objects that are older than they are: interface/resources.md,
/// "Fields that come later". Any thread. Works through the objects in the order of lists, in many small units of work:
/// what is interrupted has changed each object wholly or not at all, and another run goes on with the rest. Throws
/// ApiError for the client.
class TypeApplier {
public:
    TypeApplier(Services& services, FieldIndexer& fields) : services_(services), writer_(services, fields) {}

    struct Applied {
        std::int64_t total = 0;  // objects of the type
        std::int64_t examined = 0;
        std::int64_t changed = 0;
        bool more = false;
        std::string after;  // the last object that was examined; "": none
    };
    /// Adds the missing metafields, with their defaults, to some objects and to the drafts that are prepared over them.
    /// Throws 404 for an unknown type, 400 when `after` is no object, 403, 503 while the metafields plugin is off; all
    /// of it before anything is stored.
    Applied apply(const Bucket& bucket, const Access& access, const std::string& slug, const TypeApplication& asked);

    /// Gives metafields of all objects of a type, and of the drafts over them, their new keys, inside Database::write.
    /// An object that has one of that key in the group keeps both. Returns how many objects were changed. Throws 403,
    /// and 409 for anybody but the operator where the type has more than 10,000 objects.
    std::int64_t renameFields(Sql& sql, const Access& access, const std::string& bucketId, const std::string& slug,
                              const std::vector<FieldRename>& renames) const;

    struct Lacking {
        std::int64_t objects = 0;
        bool more = false;  // there may be further ones: counting has bounds
    };
    /// How many objects of the type lack one of `paths`, as MetafieldEngine::addMissing names them.
    Lacking countLacking(const StoredType& type, const std::vector<std::string>& paths);

private:
    struct Share {
        std::vector<std::string> candidates;  // objects that lack a metafield, or have a draft that may
        std::int64_t examined = 0;
        std::string last;
        bool more = false;
    };
    StoredType getType(const Bucket& bucket, const Access& access, const std::string& slug) const;
    Share readShare(const StoredType& type, const std::string& after, std::int64_t limit) const;
    std::int64_t writeShare(const Access& access, const StoredType& type, const std::vector<std::string>& ids) const;
    bool complete(Sql& sql, const Access& access, const StoredType& type, const std::string& id) const;
    bool renameFieldsOf(Sql& sql, const Access& access, const std::string& bucketId, const std::string& id,
                        const std::vector<FieldRename>& renames) const;
    MetafieldEngine& engine() const;

    Services& services_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
