#pragma once

#include <string>

namespace inkwell {

/// A metafield of all objects of a type has another key: every plugin that stores paths of metafields must update them.
/// A guard, as those of events.h. `from` and `to` are paths, "group.field", of which the last part differs. Outer ones
/// come first: `from` lies within groups that have their new keys already.
struct ObjectFieldRenaming {
    static constexpr const char* kEventId = "object-field.renaming";
    const std::string& bucketId;
    const std::string& type;  // slug
    const std::string& from;
    const std::string& to;
};

}  // namespace inkwell
