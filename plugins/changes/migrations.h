#pragma once

#include <span>

#include "inkwell/database.h"

namespace inkwell::changes {

/// An index of the kernel's feed for what only this plugin asks. Called by setup.
std::span<const Migration> migrations();

}  // namespace inkwell::changes
