#pragma once

#include <string>

#include "field_indexer.h"
#include "inkwell/database.h"
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
    /// Stores an edit and counts its version. ApiError 409 when its slug is taken.
    void update(Sql& sql, StoredObject& object, const std::string& previousStatus, const By& by) const;
    /// The same for a change that leaves title and document alone, such as a scheduled publication: no guard.
    void updateState(Sql& sql, StoredObject& object, const std::string& previousStatus, const By& by) const;
    void remove(Sql& sql, const StoredObject& object, const By& by) const;

private:
    template <class Fact>
    void publish(const StoredObject& object, const char* action, const std::string& previousStatus, const By& by) const;

    Services& services_;
    FieldIndexer& fields_;
};

}  // namespace inkwell::objects
