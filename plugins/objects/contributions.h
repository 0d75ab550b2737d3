#pragma once

#include "inkwell/registrar.h"
#include "store/field_indexer.h"
#include "types/type_service.h"

namespace inkwell::objects {

/// Contributes the sections of bucket files, and what brings back deleted objects. The services must outlive the
/// contributions.
void addContributions(Registrar& registrar, Services& services, TypeService& types, FieldIndexer& fields);

}  // namespace inkwell::objects
