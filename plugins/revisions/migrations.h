#pragma once

#include <span>

#include "inkwell/database.h"

namespace inkwell::revisions {

/// The plugin's schema, for Registrar::migrations.
std::span<const Migration> migrations();

}  // namespace inkwell::revisions
