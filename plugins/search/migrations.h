#pragma once

#include <span>

#include "inkwell/database.h"

namespace inkwell::search {

/// The plugin's schema, oldest step first. Called by setup.
std::span<const Migration> migrations();

}  // namespace inkwell::search
