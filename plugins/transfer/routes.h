#pragma once

#include <cstdint>

#include "bucket_file.h"
#include "inkwell/registrar.h"

namespace inkwell::transfer {

/// Declares the routes of interface/import-and-export.md, "Over HTTP". The bucket file must outlive the routes.
void addRoutes(Registrar& registrar, BucketFile& file, std::int64_t maxImportBytes);

}  // namespace inkwell::transfer
