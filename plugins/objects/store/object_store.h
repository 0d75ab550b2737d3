#pragma once

#include <cstddef>
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

/// The position of an object that was never positioned: it sorts after those that were.
inline constexpr std::int64_t kNoPosition = std::numeric_limits<std::int64_t>::max();

/// One row of objects. Times are UTC milliseconds.
struct StoredObject {
    StoredObject() = default;
    explicit StoredObject(JsonObject given) : document(std::move(given)) {}

    std::int64_t number = 0;  // of the row, known to the database alone
    std::string id;           // of the object, also in a row that holds a draft
    std::string draftId;      // the id of a row that holds a draft of a newer version; "": the object's own row
    std::string bucketId;
    std::string type;
    std::string slug;
    std::string locale;  // "": no locale
    std::string status;  // draft, published
    std::string title;
    std::int64_t position = kNoPosition;
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
    std::optional<std::int64_t> publishedAtMs;
    std::optional<std::int64_t> publishAtMs;
    std::optional<std::int64_t> unpublishAtMs;
    std::optional<std::int64_t> publishDraftAtMs;  // of the object's own row: when the draft over it is published
    std::string createdBy;                         // user id; "": unknown
    std::string modifiedBy;                        // user id; "": unknown
    std::string thumbnail;                         // media name; "": no thumbnail
    std::int64_t version = 1;                      // of the object; of a draft's row find and findAll alone know it
    bool triggerWebhook = false;                   // requested by the last create or edit
    bool isLatest = true;                          // false: a draft of a newer version exists
    // Of what objects_fields has of the row (IndexedValues::digest). Stored with it, and read only by
    // findForUpdateWithType; nothing where it is unknown.
    std::optional<std::int64_t> valuesDigest;
    JsonObject document;  // content, options, metafields
    // Of a row read with Documents::Text, in place of `document`: a third of the bytes of its text.
    std::string packedDocument;

    const std::string& rowId() const { return draftId.empty() ? id : draftId; }
    bool isPublished() const { return status == "published"; }
    /// Whether a draft over it is published by itself. A server of before leaves publishDraftAtMs when it ends a draft.
    bool hasPlannedDraft() const { return publishDraftAtMs && !isLatest; }
    JsonArray& metafields();  // of the document; added when missing
    /// The text of packedDocument. Throws DatabaseError for damaged bytes.
    std::string documentText() const;
    /// Makes `document` of packedDocument. Returns the bytes of its text. Throws as documentText.
    std::size_t parseDocument(const JsonMemory& memory);
};

/// What reads take of documents: the columns alone are quickest, and many responses need the text only.
enum class Documents { Parsed, Text, None };

/// The SQL of single rows of the table objects; lists are in ObjectListStore. Made for one unit of work, on its thread.
/// Methods throw DatabaseError.
class ObjectStore {
public:
    /// Documents are allocated in `memory`. Only select, find, findAll and findAllLive heed
    /// `documents`.
    explicit ObjectStore(Sql& sql, JsonMemory memory = {}, Documents documents = Documents::Parsed)
        : sql_(sql), memory_(std::move(memory)), documents_(documents) {}

    /// The rows that `tail`, the text after "FROM objects", selects.
    std::vector<StoredObject> select(const std::string& tail, const SqlParams& params);
    std::optional<StoredObject> find(const std::string& bucketId, const std::string& id, Visibility visibility);

    /// The object itself, whatever its status. Locks the row until commit.
    std::optional<StoredObject> findForUpdate(const std::string& bucketId, const std::string& id);
    struct WithType {
        StoredObject object;
        std::optional<std::string> typeDocument;  // nothing where there is no such type
    };
    /// As findForUpdate, in the same statement with what its type says, which is not locked.
    std::optional<WithType> findForUpdateWithType(const std::string& bucketId, const std::string& id);
    /// As findForUpdate, for a row by its own id: an object or a draft.
    std::optional<StoredObject> findRowForUpdate(const std::string& rowId);

    /// The version of the object itself; nothing when there is none.
    std::optional<std::int64_t> versionOf(const std::string& bucketId, const std::string& id);
    /// The same; locks the object's row until commit.
    std::optional<std::int64_t> versionForUpdate(const std::string& bucketId, const std::string& id);

    /// The object with this slug, whatever its status.
    std::optional<std::string> findIdBySlug(const std::string& bucketId, const std::string& type,
                                            const std::string& locale, const std::string& slug);

    /// A WHERE clause for visible objects by id. Its last parameter is the bucket's id.
    static std::string byIds(Visibility visibility, const std::string& idList);
    /// One statement for up to 16,384 ids, in no particular order.
    std::vector<StoredObject> findAll(const std::string& bucketId, std::span<const std::string> ids,
                                      Visibility visibility);
    /// As findAll, for the objects themselves, whatever their status: never drafts of newer versions.
    std::vector<StoredObject> findAllLive(const std::string& bucketId, std::span<const std::string> ids);
    /// As findAllLive; locks the rows until commit.
    std::vector<StoredObject> findAllForUpdate(const std::string& bucketId, std::span<const std::string> ids);
    std::vector<ObjectCatalog::Summary> summaries(const std::string& bucketId, std::span<const std::string> ids);

    /// The ids of a bucket's objects, sorted by `order`: for an export, which loads them in batches.
    std::vector<std::string> allIds(const std::string& bucketId);
    std::int64_t countOfType(const std::string& bucketId, const std::string& type);
    /// Whether an object of the type is published or scheduled to be, or a draft over it is.
    bool hasPublished(const std::string& bucketId, const std::string& type);
    std::vector<std::string> slugsLike(const std::string& bucketId, const std::string& type, const std::string& locale,
                                       const std::string& slug);
    /// Rows, including drafts, whose stored document contains `text`. Locks them until commit.
    std::vector<StoredObject> findMentioning(const std::string& bucketId, const std::string& text);

    /// The number of the new row. Throws Duplicate when (type, locale, slug) is taken, except for a draft.
    std::int64_t insert(const StoredObject& object);
    void update(const StoredObject& object);  // by rowId; throws Duplicate as insert does
    /// Says of an object's own row whether a draft of a newer version exists and when it is published, and stores its
    /// version.
    void setLatest(const StoredObject& object);
    void remove(const std::string& rowId);
    /// The row of the draft that is prepared over the object; locks it until commit.
    std::optional<StoredObject> findDraftForUpdate(const std::string& objectId);
    /// The number of the removed row; nothing when the object had no draft.
    std::optional<std::int64_t> removeDraft(const std::string& objectId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    /// Of all objects, types and known paths.
    std::vector<std::string> bucketIds();
    void removeOfBucket(const std::string& bucketId);

private:
    const std::string& columns() const;
    const std::string& columnsOfShown(Visibility visibility) const;
    StoredObject parse(SqlRow&& row) const;
    void collectMentioning(const std::string& bucketId, const std::string& text, const std::string& which,
                           std::vector<StoredObject>& found);

    Sql& sql_;
    JsonMemory memory_;
    Documents documents_;
};

}  // namespace inkwell::objects
