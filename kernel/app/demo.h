#pragma once

#include <iosfwd>
#include <string>

#include "kernel/app/server.h"

namespace inkwell::kernel {

/// `inkwell serve --demo DIR`: fills a server that has no accounts with an administrator, and one without a bucket
/// 'demo' with the content of DIR/demo.bucket.json; then prints addresses, keys and DIR/try.txt with its placeholders
/// ({base_url}, {read_key}, {write_key}) filled in. Later starts only print.
void prepareDemo(Server& server, const std::string& directory, std::ostream& out);

}  // namespace inkwell::kernel
