#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "inkwell/object_catalog.h"

namespace inkwell::objects {

/// The position of an object that was never put in a place: it sorts after all that were.
inline constexpr std::int64_t kNoPosition = std::numeric_limits<std::int64_t>::max();

/// One row of objects. Times are UTC milliseconds.
struct StoredObject {
    StoredObject() = default;
    explicit StoredObject(JsonObject given) : document(std::move(given)) {}

    std::string id;       // the object's, in both of its rows
    std::string draftId;  // the id of a row that holds a draft of a newer version; "": the row of the object itself
    std::string bucketId;
    std::string type;
    std::string slug;
    std::string locale;  // "": none
    std::string status;  // draft, published
    std::string title;
    std::int64_t position = kNoPosition;
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
    std::optional<std::int64_t> publishedAtMs;
    std::optional<std::int64_t> publishAtMs;
    std::string createdBy;   // user id; "": none
    std::string modifiedBy;  // likewise
    std::string thumbnail;   // media name; "": none
    std::int64_t version = 1;
    bool triggerWebhook = false;  // asked for by the last create or edit
    bool isLatest = true;         // false: there is a draft of a newer version
    JsonObject document;          // content, options, metafields

    const std::string& rowId() const { return draftId.empty() ? id : draftId; }
    bool isPublished() const { return status == "published"; }
    JsonArray& metafields();  // of the document, added when it is missing
};

/// All SQL of single rows of the table objects; lists are ObjectListStore's. Made for one unit of work, on its thread.
/// Methods throw DatabaseError.
class ObjectStore {
public:
    /// The documents of what is read are made in `memory`.
    explicit ObjectStore(Sql& sql, JsonMemory memory = {}) : sql_(sql), memory_(std::move(memory)) {}

    /// The rows that `tail`, what follows FROM, selects.
    std::vector<StoredObject> select(const std::string& tail, const SqlParams& params);
    std::optional<StoredObject> find(const std::string& bucketId, const std::string& id, Visibility visibility);

    /// The object itself, whatever its status is. Locks the row until commit: what was read is what gets changed.
    std::optional<StoredObject> findForUpdate(const std::string& bucketId, const std::string& id);
    /// The same for a row by its own id: the object itself or a draft.
    std::optional<StoredObject> findRowForUpdate(const std::string& rowId);

    /// The object, whatever its status is, that has the slug.
    std::optional<std::string> findIdBySlug(const std::string& bucketId, const std::string& type,
                                            const std::string& locale, const std::string& slug);

    /// "WHERE ..." for visible objects by id, to be followed by the bucket's id in the parameters.
    static std::string byIds(Visibility visibility, const std::string& idList);
    /// In one statement for up to 16,384 ids, in no particular order.
    std::vector<StoredObject> findAll(const std::string& bucketId, std::span<const std::string> ids,
                                      Visibility visibility);
    /// The same for the objects themselves, whatever their status is: without drafts of newer versions.
    std::vector<StoredObject> findAllLive(const std::string& bucketId, std::span<const std::string> ids);
    std::vector<ObjectCatalog::Summary> summaries(const std::string& bucketId, std::span<const std::string> ids);

    /// The ids of a bucket in the order of `order`: for an export, which loads them in parts.
    std::vector<std::string> allIds(const std::string& bucketId);
    std::int64_t countOfType(const std::string& bucketId, const std::string& type);
    /// Whether an object of the type is published, or will be by itself.
    bool hasPublished(const std::string& bucketId, const std::string& type);
    std::vector<std::string> slugsLike(const std::string& bucketId, const std::string& type, const std::string& locale,
                                       const std::string& slug);
    /// Rows, drafts too, whose stored document holds `text` somewhere; locked until commit.
    std::vector<StoredObject> findMentioning(const std::string& bucketId, const std::string& text);

    void insert(const StoredObject& object);  // Duplicate when (type, locale, slug) is taken, except of a draft
    void update(const StoredObject& object);  // by rowId; likewise
    void setLatest(const std::string& rowId, bool isLatest);
    void remove(const std::string& rowId);
    /// The id of the row that is gone; nothing when the object had no draft.
    std::optional<std::string> removeDraft(const std::string& objectId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
    JsonMemory memory_;
};

}  // namespace inkwell::objects
