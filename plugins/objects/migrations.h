#pragma once

#include <span>

#include "inkwell/database.h"

namespace inkwell::objects {

/// The steps of the tables objects_types and objects, for Registrar::migrations and for tests.
std::span<const Migration> migrations();

}  // namespace inkwell::objects
