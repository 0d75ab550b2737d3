#pragma once

#include <span>

#include "inkwell/database.h"

namespace inkwell::views {

/// The plugin's schema, oldest step first. Called by setup.
std::span<const Migration> migrations();

}  // namespace inkwell::views
