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

    std::string id;
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
    JsonObject document;          // content, options, metafields

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
    std::optional<StoredObject> find(const std::string& bucketId, const std::string& id);
    /// Locks the row until commit: what was read is what gets changed.
    std::optional<StoredObject> findForUpdate(const std::string& bucketId, const std::string& id);
    std::optional<StoredObject> findBySlug(const std::string& bucketId, const std::string& type,
                                           const std::string& locale, const std::string& slug);
    /// The condition for rows by id, to be followed by the bucket's id in the parameters.
    static std::string byIds(const std::string& idList);
    /// In one statement for up to 16,384 ids, in no particular order.
    std::vector<StoredObject> findAll(const std::string& bucketId, std::span<const std::string> ids,
                                      Visibility visibility);
    std::vector<ObjectCatalog::Summary> summaries(const std::string& bucketId, std::span<const std::string> ids);

    /// The ids of a bucket in the order of `order`: for an export, which loads them in parts.
    std::vector<std::string> allIds(const std::string& bucketId);
    std::int64_t countOfType(const std::string& bucketId, const std::string& type);
    std::vector<std::string> slugsLike(const std::string& bucketId, const std::string& type, const std::string& locale,
                                       const std::string& slug);
    /// Objects whose stored document holds `text` somewhere.
    std::vector<StoredObject> findMentioning(const std::string& bucketId, const std::string& text);

    struct Due {
        std::string bucketId;
        std::string id;
    };
    std::vector<Due> dueForPublication(std::int64_t nowMs, std::int64_t limit);

    void insert(const StoredObject& object);  // Duplicate when (type, locale, slug) is taken
    void update(const StoredObject& object);  // by id; likewise
    void remove(const std::string& id);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
    JsonMemory memory_;
};

}  // namespace inkwell::objects
