#pragma once

#include <string>

#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/object_catalog.h"
#include "inkwell/services.h"
#include "read/object_view.h"
#include "rules.h"

namespace inkwell::objects {

/// Stores versions of objects as drafts or as history: implements ObjectCatalog::revise. Any thread. Throws ApiError
/// for the client.
class ObjectReviser {
public:
    ObjectReviser(Services& services, FieldIndexer& fields)
        : services_(services), rules_(services), writer_(services, fields) {}

    ObjectCatalog::Revised revise(const Bucket& bucket, const Access& access, const std::string& objectId,
                                  const std::string& revisionId, const JsonObject& body,
                                  const Restoring& restoring) const;

private:
    Services& services_;
    Rules rules_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
