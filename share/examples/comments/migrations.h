#pragma once

#include <span>

#include "inkwell/database.h"

namespace comments_plugin {

/// Append-only: a step that a server has run is never changed.
std::span<const inkwell::Migration> migrations();

}  // namespace comments_plugin
