#pragma once

#include <iosfwd>
#include <string>

#include "kernel/app/server.h"

namespace inkwell::kernel {

/// The exit code of `schema diff` where files and bucket differ.
inline constexpr int kSchemaDiffers = 5;

// `inkwell schema ...`: each runs in the database, beside a server or without one, and returns the exit code. `server`
// is open. They throw ApiError, whose problems begin with the name of the file, and std::runtime_error that names the
// file.

/// Writes each object type of the bucket into a file of `directory`, which is made if it is not there, and removes
/// files of types that there are no longer.
int pullSchema(Server& server, const std::string& bucket, const std::string& directory, std::ostream& out);

/// Prints what applySchema would do.
int diffSchema(Server& server, const std::string& bucket, const std::string& directory, std::ostream& out);

/// Prints the plan, then carries it out. With destructive steps it refuses, unless `mayDestroy`.
int applySchema(Server& server, const std::string& bucket, const std::string& directory, bool mayDestroy,
                std::ostream& out);

}  // namespace inkwell::kernel
