#pragma once

#include <string>

namespace inkwell::test {

/// Of a read without the read key, whose header Authorization holds something that does not read; as refusalOf has it.
inline std::string noReadToken(const std::string& bucketSlug) {
    return "401: the Authorization header holds no valid token of a user or of bucket '" + bucketSlug +
           "'; a read key is sent as parameter 'read_key' or header 'X-Read-Key'";
}

}  // namespace inkwell::test
