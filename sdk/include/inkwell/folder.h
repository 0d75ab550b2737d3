#pragma once

#include <cstdint>
#include <filesystem>

#include "inkwell/export.h"

namespace inkwell {

/// Throws std::runtime_error with the reason when `folder` is not there and cannot be made by this user, or when this
/// user may not write into it. Changes nothing; for a StartCheck. Any thread.
INKWELL_API void requireUsableFolder(const std::filesystem::path& folder);

/// What of a disk stays free for the database, which may lie there too, and takes no rows, not even those of a
/// deletion, when the disk is full: 64 MB, or a twentieth of a small one, in bytes. Whoever writes what can be refused
/// or made again leaves it. Any thread.
INKWELL_API std::uintmax_t reservedBytes(const std::filesystem::space_info& disk) noexcept;

}  // namespace inkwell
