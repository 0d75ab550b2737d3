#pragma once

#include <map>
#include <span>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/services.h"
#include "inkwell/trash_bin.h"

namespace inkwell::merge_requests {

/// What the trash knows of objects that the bucket no longer has, by id. Joins the caller's unit of work.
std::map<std::string, TrashedRecord> findGone(Services& services, const Bucket& bucket,
                                              std::span<const std::string> ids);

}  // namespace inkwell::merge_requests
