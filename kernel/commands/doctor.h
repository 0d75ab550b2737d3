#pragma once

#include <ostream>
#include <string>

namespace inkwell::kernel {

/// `inkwell doctor`: looks at the configuration, the permissions of files and folders, the database, its clock, the
/// versions, and at what plugins depend on (Diagnosis), and writes a line for each, with the remedy where something is
/// wrong. Changes nothing, beside a running server or without one. Returns 0 when all is well, else 1. Main thread.
int examine(const std::string& configFile, std::ostream& out);

}  // namespace inkwell::kernel
