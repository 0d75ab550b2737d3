#pragma once

#include <string>

#include "inkwell/json.h"

namespace inkwell::test {

/// A bucket file with the record of one media, which an import brings without its bytes.
inline JsonObject mediaRecordFile(const std::string& name) {
    const JsonObject record{{"name", name}, {"original_name", "a.txt"}, {"size", 5}, {"type", "text/plain"}};
    return {{"format", "inkwell-bucket/1"}, {"bucket", {{"title", "B"}, {"media", {record}}}}};
}

}  // namespace inkwell::test
