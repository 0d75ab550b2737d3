#pragma once

#include "bulk/bulk_service.h"
#include "edit/draft_service.h"
#include "edit/object_service.h"
#include "inkwell/registrar.h"
#include "read/usage_service.h"
#include "read/value_service.h"
#include "schema/schema_service.h"
#include "type_edit/type_service.h"

namespace inkwell::objects {

/// Declare the routes of interface/resources.md, "Object types" and "Objects". The services must outlive the routes.
void addTypeRoutes(Registrar& registrar, TypeService& types, TypeApplier& applier);
void addObjectRoutes(Registrar& registrar, Services& services, ObjectReader& reader, ObjectService& objects,
                     const ObjectCatalog& catalog);
/// Those of interface/resources.md, "All types at once".
void addSchemaRoutes(Registrar& registrar, SchemaService& schema);
/// Those of interface/drafts-and-revisions.md, "Publishing and discarding".
void addDraftRoutes(Registrar& registrar, DraftService& drafts, ObjectReader& reader);
/// Those of interface/resources.md, "Many objects at once".
void addBulkRoutes(Registrar& registrar, Services& services, BulkService& bulk);
/// That of interface/reads-and-queries.md, "Where an object is used".
void addReferenceRoutes(Registrar& registrar, Services& services, UsageService& usage);
/// That of interface/reads-and-queries.md, "Values of a metafield".
void addValueRoutes(Registrar& registrar, ValueService& values);

}  // namespace inkwell::objects
