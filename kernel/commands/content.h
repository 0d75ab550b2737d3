#pragma once

#include <iosfwd>
#include <string>

#include "kernel/commands/content_side.h"

namespace inkwell::kernel {

/// The exit code of `content diff` where the buckets differ.
inline constexpr int kContentDiffers = 5;

// `inkwell content ...`: each returns the exit code, and throws std::runtime_error or ApiError with the reason. With
// `mayDelete` objects that only the target has count as a difference, and are deleted.

/// Prints what applyContent would do.
int diffContent(ContentSide& source, ContentSide& target, bool mayDelete, std::ostream& out);

/// Prints the differences, then makes the target's content that of the source: records and bytes of media first, then
/// all objects in one transaction. What was interrupted goes on where it was; a second time there is nothing to do.
int applyContent(ContentSide& source, ContentSide& target, bool mayDelete, std::ostream& out);

}  // namespace inkwell::kernel
