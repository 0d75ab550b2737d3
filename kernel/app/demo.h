#pragma once

#include <iosfwd>
#include <string>

#include "kernel/app/server.h"

namespace inkwell::kernel {

/// `inkwell serve --demo DIR`: creates an administrator if the server has no accounts, and the bucket 'demo' from
/// DIR/demo.bucket.json if it is missing; then prints URLs, keys and DIR/try.txt with its placeholders ({base_url},
/// {read_key}, {write_key}) filled in. Later starts only print.
void prepareDemo(Server& server, const std::string& directory, std::ostream& out);

}  // namespace inkwell::kernel
