#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/object_catalog.h"

namespace inkwell::objects {

/// An object that another one is related to from.
struct Reference {
    std::int64_t number = 0;  // of the row: the draft that Visibility::Any shows, or the object's own
    std::string id;
    std::string title;
    std::string slug;
    std::string type;
    std::string status;
    std::vector<std::string> fields;  // "metadata.author": where it names the other object, sorted
};

struct ReferencePage {
    std::vector<Reference> references;
    std::int64_t total = 0;
};

/// Finds where objects are used, in the relations that objects_fields keeps. Made for one unit of work, on its thread.
/// Methods throw DatabaseError.
class ReferenceStore {
public:
    explicit ReferenceStore(Sql& sql) : sql_(sql) {}

    /// The visible objects of the bucket that are related to `objectId`, oldest first. `objectId` itself counts too.
    ReferencePage find(const std::string& bucketId, const std::string& objectId, Visibility visibility,
                       std::int64_t limit, std::int64_t skip);

private:
    void addFields(const std::string& bucketId, const std::string& objectId, std::vector<Reference>& references);

    Sql& sql_;
};

}  // namespace inkwell::objects
