#pragma once

#include <span>

#include "inkwell/database.h"

namespace inkwell::media {

/// The steps of the tables media and media_folders, for Registrar::migrations and for tests.
std::span<const Migration> migrations();

}  // namespace inkwell::media
