#pragma once

#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/object_catalog.h"
#include "inkwell/services.h"
#include "object_view.h"
#include "object_writer.h"
#include "rules.h"

namespace inkwell::objects {

/// Versions of objects that are prepared or kept beside them: what ObjectCatalog::revise does. Any thread; throws
/// ApiError for what the client must hear.
class ObjectReviser {
public:
    ObjectReviser(Services& services, FieldIndexer& fields)
        : services_(services), rules_(services), view_(services), writer_(services, fields) {}

    ObjectRecord revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                        const std::string& revisionId, const JsonObject& body) const;

private:
    ObjectRecord recordOf(const Bucket& bucket, const std::string& revisionId, StoredObject version) const;

    Services& services_;
    Rules rules_;
    ObjectView view_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
