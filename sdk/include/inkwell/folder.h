#pragma once

#include <filesystem>

#include "inkwell/export.h"

namespace inkwell {

/// Throws std::runtime_error with the reason when `folder` is not there and cannot be made by this user, or when this
/// user may not write into it. Changes nothing; for Plugin::check. Any thread.
INKWELL_API void requireUsableFolder(const std::filesystem::path& folder);

}  // namespace inkwell
