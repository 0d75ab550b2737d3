#pragma once

#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/object_catalog.h"

namespace inkwell::previews {

/// The template with the object's values in place of {id} {slug} {token} {bucket} {locale}, percent-encoded; "" for "".
std::string filledLink(const std::string& link, const Bucket& bucket, const ObjectRecord& object,
                       const std::string& token);

}  // namespace inkwell::previews
