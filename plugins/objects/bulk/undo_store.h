#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// The SQL of the tables objects_undo and objects_undo_items: how objects were before a change of many. Made for one
/// unit of work, on its thread. Methods throw DatabaseError.
class UndoStore {
public:
    explicit UndoStore(Sql& sql) : sql_(sql) {}

    struct Change {
        std::string id;
        std::string bucketId;
        std::string actor;   // Access::actor() of who made it
        std::string action;  // "set", "delete", as in its request
        std::int64_t expiresAtMs = 0;
    };
    void insert(const Change& change);
    /// Whether the bucket has it and it has not expired.
    bool exists(const std::string& undoId, const std::string& bucketId, std::int64_t nowMs);

    struct Listed {
        std::string id;
        std::string action;
        std::int64_t expiresAtMs = 0;
        std::int64_t objects = 0;  // that can be brought back
    };
    /// What somebody has changed and can still undo, the latest first.
    std::vector<Listed> list(const std::string& bucketId, const std::string& actor, std::int64_t nowMs,
                             std::int64_t limit, std::int64_t skip);
    std::int64_t count(const std::string& bucketId, const std::string& actor, std::int64_t nowMs);

    struct Item {
        std::int64_t place = 0;
        std::string objectId;
        std::int64_t version = 0;  // of the object after the change; 0 after a deletion
        JsonObject document;       // made and read by BulkUndo
    };
    /// `document` is the text of the item's; `changed` is the object after the change.
    void insertItem(const std::string& undoId, std::int64_t place, const StoredObject& changed,
                    const std::string& document);
    struct Place {
        std::int64_t place = 0;
        std::string objectId;
    };
    /// Of all items, in the order of the change.
    std::vector<Place> findPlaces(const std::string& undoId);
    /// In the order of the change, behind `place`.
    std::vector<Item> findItems(const std::string& undoId, std::int64_t place, std::int64_t limit);
    /// False when it is gone: somebody else has undone it.
    bool removeItem(const std::string& undoId, std::int64_t place);

    struct Mention {
        std::string undoId;
        std::int64_t place = 0;
        JsonObject document;
    };
    /// Items of the bucket behind that of (undoId, place), in that order, whose document contains `text`.
    std::vector<Mention> findMentions(const std::string& bucketId, const std::string& text, const std::string& undoId,
                                      std::int64_t place, std::int64_t limit);
    void updateDocument(const Mention& item);

    void remove(const std::string& undoId);
    std::vector<std::string> findExpired(std::int64_t nowMs, std::int64_t limit);
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
