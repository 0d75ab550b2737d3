#pragma once

#include "inkwell/registrar.h"
#include "store/field_indexer.h"
#include "type_edit/type_service.h"

namespace inkwell::objects {

/// Contributes the sections of bucket files, and what brings back deleted objects; removes what is of a bucket with it,
/// and what is of buckets that are no more. The services must outlive the contributions.
void addContributions(Registrar& registrar, Services& services, TypeService& types, FieldIndexer& fields);

}  // namespace inkwell::objects
