#pragma once

#include <cstdint>
#include <string>

#include "schema/field_steps.h"

namespace inkwell::objects {

/// "1 object", "3 objects"
std::string objectsText(std::int64_t count);

/// What a step does to a field of the type `slug`, as a sentence. `count` objects have something in it; of a rename
/// they are those that follow.
std::string fieldText(const std::string& slug, const FieldStep& step, std::int64_t count);

/// Whether pages that read the bucket may lose something by it.
bool isDestructive(const FieldStep& step);

/// The query for the objects of a type with something in a field that has `path`, or in one that stands in it.
std::string filledQuery(const std::string& slug, const std::string& path, const JsonObject& field);

}  // namespace inkwell::objects
