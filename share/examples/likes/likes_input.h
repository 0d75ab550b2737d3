#pragma once

#include <optional>
#include <string>

#include "inkwell/json.h"

namespace likes_plugin {

/// `visitor` of a body, or as a parameter: a text that the site chooses, 1 to 200 characters. ApiError 400 with every
/// problem.
std::string parseVisitor(const inkwell::JsonObject& body);
std::string parseVisitor(const std::optional<std::string>& parameter);

}  // namespace likes_plugin
