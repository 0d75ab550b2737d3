#pragma once

#include <sstream>
#include <string>

#include "inkwell/json.h"
#include "kernel/app/transfer.h"

namespace inkwell::test {

/// What `inkwell export` writes of the bucket.
inline JsonObject exportOf(kernel::Server& server, const std::string& slug) {
    std::ostringstream file;
    kernel::exportBucket(server, slug, file);
    return parseJson(file.str()).as_object();
}

}  // namespace inkwell::test
