#pragma once

#include <memory>
#include <string>

#include "inkwell/database.h"
#include "inkwell/error.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "store/field_indexer.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// The only code that stores objects: it keeps guard, row, query values and fact together. Called inside
/// Database::write, on its thread, after all checks. Lets through what a guard's listener throws. A fact shares the
/// object passed; do not change it afterwards.
class ObjectWriter {
public:
    ObjectWriter(Services& services, FieldIndexer& fields) : services_(services), fields_(fields) {}

    /// Who writes, and whether webhooks fire.
    struct By {
        std::string actor;  // Access::actor()
        bool triggerWebhook = false;
        std::string detail = {};  // for the audit
    };

    /// Stores a new object with its slug. Throws ApiError 409 when the slug is taken.
    void insert(Sql& sql, const std::shared_ptr<StoredObject>& object, const By& by) const;
    /// Stores a new object; derives its slug from the title and numbers it until free, despite concurrent writers.
    void insertWithDerivedSlug(Sql& sql, const std::shared_ptr<StoredObject>& object, const By& by) const;
    /// Stores an object that was deleted, with its own slug or, where that is taken, the next free one behind it.
    void insertAgain(Sql& sql, const std::shared_ptr<StoredObject>& object, const By& by) const;
    /// Stores the document of a row that an import has inserted in the same write; everybody else sees a creation.
    void fill(Sql& sql, const std::shared_ptr<StoredObject>& object, const By& by) const;
    /// Stores an edit as the next version and removes a draft of a newer version, which is now outdated. Throws
    /// ApiError 409 when the slug is taken.
    void update(Sql& sql, const std::shared_ptr<StoredObject>& object, const std::string& previousStatus,
                const By& by) const;
    /// The same, where what is replaced is at hand: listeners can see what is different.
    void update(Sql& sql, const std::shared_ptr<StoredObject>& object, const StoredObject& before, const By& by) const;
    /// Stores a version of `object` that readers do not see. A draft, which has a draftId, replaces an older draft row,
    /// is published when the object's publishDraftAtMs says, and raises the object's version; for any other version
    /// only the guard is called. Publishes no fact: the revision does.
    void addVersion(Sql& sql, StoredObject& object, StoredObject& version) const;
    /// Stores a draft of `object` that comes back: nobody else tells of it.
    void restoreDraft(Sql& sql, const std::shared_ptr<StoredObject>& object, StoredObject& draft, const By& by) const;
    /// Stores the object, if it is changed, and its draft, if one is given, as changes that end no draft: of metafields
    /// that nobody has edited. One fact tells of both; without a change of the object readers see nothing of it.
    void amend(Sql& sql, const std::shared_ptr<StoredObject>& object, bool isChanged, StoredObject* draft,
               const By& by) const;
    /// Stores the object's position, and no more of it. Neither a version nor a draft of it ends.
    void move(Sql& sql, const std::shared_ptr<const StoredObject>& object, const By& by) const;
    /// Removes the draft of a newer version, which the object must have. Readers of published content see no change.
    void discardDraft(Sql& sql, const std::shared_ptr<StoredObject>& object, const By& by) const;
    void remove(Sql& sql, const std::shared_ptr<const StoredObject>& object, const By& by) const;

private:
    void insertNumbered(Sql& sql, const std::shared_ptr<StoredObject>& object, const By& by) const;
    /// `before` may be null.
    void storeEdit(Sql& sql, const std::shared_ptr<StoredObject>& object, const StoredObject* before,
                   const std::string& previousStatus, const By& by) const;
    void publishCreation(const std::shared_ptr<const StoredObject>& object, const By& by) const;
    void removeDraft(Sql& sql, const StoredObject& object) const;
    void replaceRow(Sql& sql, StoredObject& row) const;
    void publishEdit(const std::shared_ptr<const StoredObject>& object, bool isSeen, const By& by) const;
    template <class Fact>
    Fact factOf(std::shared_ptr<const StoredObject> stored, const char* action, const std::string& previousStatus,
                const By& by) const;

    Services& services_;
    FieldIndexer& fields_;
};

/// The object, locked until commit. Throws ApiError 404. Inside Database::write.
std::shared_ptr<StoredObject> getForUpdate(Sql& sql, const std::string& bucketId, const std::string& id);

/// The 409 for the slug of `object`.
ApiError slugTaken(const StoredObject& object);

}  // namespace inkwell::objects
