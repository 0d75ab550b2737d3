#pragma once

#include <vector>

#include "inkwell/json.h"
#include "inkwell/object_schema.h"

namespace inkwell::objects {

/// The body of POST .../schema (interface/resources.md, "All types at once").
struct SchemaInput {
    std::vector<ObjectSchema::File> files;  // by name
    bool isTrial = false;
    bool mayDestroy = false;
};

/// Throws ApiError 400 with every problem. What is in the files is not looked at.
SchemaInput parseSchema(const JsonObject& body);

}  // namespace inkwell::objects
