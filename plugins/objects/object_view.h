#pragma once

#include <span>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"
#include "inkwell/services.h"
#include "object_store.h"

namespace inkwell::objects {

/// Stored objects -> what reads show. Any thread; joins the caller's unit of work.
class ObjectView {
public:
    explicit ObjectView(Services& services) : services_(services) {}

    /// The records, in the same order. With compatibility.hosted_clients the thumbnails are addresses, looked up for
    /// all of them at once.
    std::vector<ObjectRecord> records(const Bucket& bucket, std::vector<StoredObject> objects) const;

    /// Finished response objects, in the same order. While the metafields plugin is off `metadata` is {} and
    /// `metafields` are shown as stored.
    std::vector<JsonObject> render(const Bucket& bucket, std::span<ObjectRecord> records,
                                   const RenderOptions& options) const;

    JsonObject renderOne(const Bucket& bucket, StoredObject object, const RenderOptions& options) const;

private:
    Services& services_;
};

/// The response field `options` of a stored document.
JsonObject renderOptions(const JsonObject& document);

}  // namespace inkwell::objects
