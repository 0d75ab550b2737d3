#pragma once

#include <string>

#include "inkwell/json.h"

namespace inkwell::media {

struct FolderInput {
    std::string title;
};
/// Throws ApiError 400 with all problems. Creation and edit take the same body.
FolderInput parseFolderInput(const JsonObject& body, const std::string& refusal);

}  // namespace inkwell::media
