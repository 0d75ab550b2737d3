#pragma once

#include <string>

#include "field_indexer.h"
#include "inkwell/database.h"
#include "inkwell/error.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "object_store.h"

namespace inkwell::objects {

/// The one place where objects are stored: guard, row, values for queries and fact belong together. Called inside
/// Database::write, on its thread, after every check; passes on what a guard's listener throws.
class ObjectWriter {
public:
    ObjectWriter(Services& services, FieldIndexer& fields) : services_(services), fields_(fields) {}

    /// Who writes, and whether webhooks fire.
    struct By {
        std::string actor;  // Access::actor()
        bool triggerWebhook = false;
    };

    /// Stores a new object with the slug it carries. ApiError 409 when that is taken.
    void insert(Sql& sql, StoredObject& object, const By& by) const;
    /// The same with a slug derived from the title: numbered until it is free, also against a writer at the same time.
    void insertWithDerivedSlug(Sql& sql, StoredObject& object, const By& by) const;
    /// Stores the document of a row that an import has inserted: a creation for everybody else.
    void fill(Sql& sql, StoredObject& object, const By& by) const;
    /// Stores an edit and counts its version; a draft of a newer version is older now and goes. ApiError 409 when its
    /// slug is taken.
    void update(Sql& sql, StoredObject& object, const std::string& previousStatus, const By& by) const;
    /// Takes a version of `object` that its readers do not get: of a draft, which has a draftId, the row is stored in
    /// place of an older one; of another one only the guard is asked. No fact: that is its revision's.
    void addVersion(Sql& sql, const StoredObject& object, StoredObject& version) const;
    void remove(Sql& sql, const StoredObject& object, const By& by) const;

private:
    void removeDraft(Sql& sql, const StoredObject& object) const;
    template <class Fact>
    void publish(const StoredObject& object, const char* action, const std::string& previousStatus, const By& by) const;

    Services& services_;
    FieldIndexer& fields_;
};

/// 409 for the slug of `object`.
ApiError slugTaken(const StoredObject& object);

}  // namespace inkwell::objects
