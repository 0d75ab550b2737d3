#pragma once

#include "edit/object_service.h"
#include "inkwell/registrar.h"
#include "store/field_indexer.h"
#include "types/type_service.h"

namespace inkwell::objects {

/// Contributes the sections of bucket files, and what brings back deleted objects, and removes what is of buckets that
/// are no more. The services must outlive the contributions.
void addContributions(Registrar& registrar, Services& services, TypeService& types, FieldIndexer& fields,
                      ObjectService& objects);

}  // namespace inkwell::objects
