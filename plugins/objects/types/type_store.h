#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// What a type says of its objects. Names: interface/resources.md, "Object types".
struct TypeRules {
    std::string slug;
    bool slugField = true;
    bool contentEditor = true;
    bool localization = false;
    bool singleton = false;
    bool keepRevisions = false;             // edits of its objects keep what they replace
    std::optional<bool> enforceValidation;  // unset: as the server's setting of that name
    std::vector<std::string> locales;
    std::string priorityLocale;  // "": not set
    std::string emoji;           // "": not set
    std::string previewLink;     // a template; "": not set
    JsonArray metafields;        // templates, as stored

    /// The locale of objects that give none; "" without localization (interface/resources.md, "Object types").
    std::string defaultLocale() const;
};

/// Of a row of objects_types: all but its slug stands in its document.
TypeRules parseTypeRules(const std::string& slug, std::string_view document);

/// One row of objects_types.
struct StoredType : TypeRules {
    std::string id;
    std::string bucketId;
    std::string title;
    std::string singular;
    std::int64_t position = 0;  // the response field `order`
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
    std::int64_t version = 1;
};

/// The SQL of the table objects_types. Made for one unit of work, on its thread. Methods throw DatabaseError.
class TypeStore {
public:
    explicit TypeStore(Sql& sql) : sql_(sql) {}

    std::optional<StoredType> find(const std::string& bucketId, const std::string& slug);
    /// The rules of such a type; null when there is none.
    std::shared_ptr<const TypeRules> rulesOf(const std::string& bucketId, const std::string& slug);
    /// Locks the row against changes and deletion until commit.
    std::optional<StoredType> findForShare(const std::string& bucketId, const std::string& slug);
    /// Locks the row until commit.
    std::optional<StoredType> findForUpdate(const std::string& bucketId, const std::string& slug);
    /// Sorted by `order`, then by creation.
    std::vector<StoredType> listAll(const std::string& bucketId);
    /// Locks the rows until commit. Sorted by id.
    std::vector<StoredType> listAllForUpdate(const std::string& bucketId);
    std::vector<std::string> existing(const std::string& bucketId, std::span<const std::string> slugs);
    /// The slugs in use that are `slug` or begin with it and "-".
    std::vector<std::string> slugsLike(const std::string& bucketId, const std::string& slug);
    std::int64_t nextPosition(const std::string& bucketId);

    void insert(const StoredType& type);  // throws Duplicate when the slug is taken
    void update(const StoredType& type);  // by id; throws Duplicate as insert does
    void setPosition(const std::string& id, std::int64_t position);
    void remove(const std::string& id);
    void removeOfBucket(const std::string& bucketId);

private:
    std::optional<StoredType> findLocked(const std::string& bucketId, const std::string& slug, std::string_view lock);

    Sql& sql_;
};

}  // namespace inkwell::objects
