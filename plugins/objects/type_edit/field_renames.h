#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// A metafield that has another key. `from` is its path, within groups that have their new keys already.
struct FieldRename {
    std::string from;
    std::string key;
    std::string to() const;  // the path with the new key
};

/// What `asked`, from paths in `before` to new keys, means for objects, outer metafields first. Adds a problem under
/// `path` for each that is not in `before`, is still in `after`, or is not there under its new key, and where another
/// one has that key in `before`, or gets it too.
std::vector<FieldRename> fieldRenames(const std::map<std::string, std::string>& asked, const JsonArray& before,
                                      const JsonArray& after, const std::string& path, Problems& problems);

/// Renames one after the other, in the items and templates of repeaters too. A metafield stays where its group has one
/// of its new key. Returns whether any was renamed.
bool renameFields(JsonArray& metafields, const std::vector<FieldRename>& renames);

}  // namespace inkwell::objects
