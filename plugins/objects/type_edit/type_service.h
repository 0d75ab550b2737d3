#pragma once

#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "rules.h"
#include "type_edit/type_applier.h"
#include "type_edit/type_followers.h"
#include "types/type_input.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// Use cases of object types. Any thread; each method is one unit of work. Throws ApiError for the
/// client.
class TypeService {
public:
    TypeService(Services& services, TypeApplier& applier, TypeFollowers& followers)
        : services_(services), rules_(services), applier_(applier), followers_(followers) {}

    JsonArray list(const Bucket& bucket);
    VersionedRecord get(const Bucket& bucket, const std::string& slug);
    VersionedRecord create(const Bucket& bucket, const Access& access, const TypeInput& input);
    struct Edited {
        VersionedRecord type;
        std::vector<std::string> newFields;           // keys of metafields that the type did not have: "seo.title"
        std::int64_t renamedIn = 0;                   // objects whose metafields followed `renamed_fields`
        std::optional<TypeApplier::Lacking> lacking;  // the objects that lack one of them; unset where none is new
    };
    /// Both edit and remove throw a complete VersionMismatch. A new slug is also written to the type's objects and to
    /// the `object_type` of stored metafields, and announced to other plugins (ObjectTypeRenaming).
    Edited edit(const Bucket& bucket, const Access& access, const std::string& slug, const TypeInput& input,
                const std::optional<Precondition>& ifMatch = {});
    /// Keeps the objects of the type.
    void remove(const Bucket& bucket, const Access& access, const std::string& slug,
                const std::optional<Precondition>& ifMatch = {});

    /// Updates an existing row and publishes the fact of `action` ("edited"; "created" for a row that an import
    /// inserted). Inside Database::write. Throws ApiError 409 when the slug is taken.
    void update(Sql& sql, const StoredType& type, const char* action, const std::string& actor) const;

private:
    void insert(Sql& sql, const StoredType& type, const std::string& actor) const;
    void rename(Sql& sql, const Access& access, const StoredType& type, const std::string& from) const;
    void renameObjects(Sql& sql, const StoredType& type, const std::string& from) const;
    void publish(const StoredType& type, const char* action, const std::string& actor) const;
    VersionedRecord answer(const Bucket& bucket, const Access& access, const StoredType& type) const;
    StoredType write(Sql& sql, const Bucket& bucket, const Access& access, const std::string& slug,
                     const TypeInput& input, const std::optional<Precondition>& ifMatch, Edited& edited) const;
    static void moveTo(Sql& sql, StoredType& type, std::int64_t place);
    void setMetafields(const Bucket& bucket, const TypeInput& input, StoredType& type, Problems& problems) const;
    void requireRegexes(const Bucket& bucket, const TypeInput& input, const StoredType& type, Problems& problems) const;
    std::vector<std::string> newFieldsOf(JsonArray before, const StoredType& type) const;
    std::optional<TypeApplier::Lacking> countLacking(const StoredType& type,
                                                     const std::vector<std::string>& newFields) const;

    Services& services_;
    Rules rules_;
    TypeApplier& applier_;
    TypeFollowers& followers_;
};

/// Copies what `input` gives to `type`, except `slug` and `metafields`.
void applyFields(const TypeInput& input, StoredType& type);

}  // namespace inkwell::objects
