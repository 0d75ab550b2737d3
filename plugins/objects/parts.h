#pragma once

#include "bulk/bulk_service.h"
#include "edit/draft_service.h"
#include "edit/object_service.h"
#include "edit/objects_in_hand.h"
#include "edit/publisher.h"
#include "object_catalog.h"
#include "object_versions.h"
#include "read/object_reader.h"
#include "read/usage_service.h"
#include "read/value_service.h"
#include "schema/schema_service.h"
#include "store/field_indexer.h"
#include "transfer/counterparts.h"
#include "type_edit/type_followers.h"
#include "type_edit/type_service.h"
#include "types/type_declarations.h"

namespace inkwell::objects {

/// What the plugin is made of, in the order in which one needs the other. Made in setup(); lives as long as the plugin.
struct Parts {
    explicit Parts(Services& services)
        : fields(services),
          applier(services, fields),
          followers(services),
          types(services, applier, followers),
          reader(services, fields),
          objects(services, fields, reader),
          drafts(services, fields),
          bulk(services, fields, reader),
          publisher(services, drafts),
          catalog(services, reader, objects, fields),
          values(services, catalog),
          versions(services, reader, objects),
          usage(services),
          counterparts(services),
          schema(services, types, applier),
          declarations(services) {}

    /// What it remembers of the content: for when somebody may have changed it unheard.
    void forget() {
        reader.listCache().forget();
        fields.forget();
        followers.forget();
    }

    FieldIndexer fields;
    TypeApplier applier;
    TypeFollowers followers;
    TypeService types;
    ObjectReader reader;
    ObjectService objects;
    DraftService drafts;
    BulkService bulk;
    Publisher publisher;
    StoredObjectCatalog catalog;
    ValueService values;
    StoredObjectVersions versions;
    UsageService usage;
    StoredCounterparts counterparts;
    SchemaService schema;
    StoredTypeDeclarations declarations;
    ObjectsInHand inHand;
};

}  // namespace inkwell::objects
