#pragma once

#include <iosfwd>
#include <string>

#include "kernel/app/server.h"

namespace inkwell::kernel {

/// Before anything is made: throws std::runtime_error when the folder holds no demo.
void requireDemo(const std::string& directory);

/// `inkwell serve --demo DIR`: creates an administrator and an editor if the server has no accounts, and, if it is
/// missing, the bucket 'demo' from DIR/demo.bucket.json and the files in DIR/media, each named as its record. Then
/// prints URLs, keys and DIR/try.txt with its placeholders ({base_url}, {read_key}, {write_key}) filled in. Later
/// starts only print, and so does another server that is started meanwhile with the same database.
void prepareDemo(Server& server, const std::string& directory, std::ostream& out);

}  // namespace inkwell::kernel
