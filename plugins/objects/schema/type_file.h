#pragma once

#include <map>
#include <optional>
#include <string>

#include "inkwell/json.h"
#include "inkwell/object_schema.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// The marker of a type or metafield that had another slug or key: "" says that it had none.
inline constexpr const char* kRenamedFrom = "renamed_from";

/// A type as its file has it. Defaults that name objects or files belong to the bucket, and are not in it.
JsonObject fileOf(const StoredType& type);

/// A file that was read.
struct TypeFile {
    std::string name;
    std::string slug;
    std::optional<std::string> renamedFrom;
    JsonObject content;  // in the form of fileOf, with the markers
};

/// Reads a file, which must be named after its slug. Adds a problem for each fault that nobody else will find, with
/// paths that begin with the file's name; returns nothing then.
std::optional<TypeFile> readTypeFile(const ObjectSchema::File& file, Problems& problems);

/// The body of a creation that makes the type what the file says: without markers, and with what only the bucket knows
/// from `before`, which may be null: ids, and defaults that name objects or files. `renamed` has the former key of the
/// metafields, by their paths, that have another key now.
JsonObject bodyOf(const TypeFile& file, const StoredType* before, const std::map<std::string, std::string>& renamed);

}  // namespace inkwell::objects
