#pragma once

#include <optional>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/content_parts.h"
#include "inkwell/json_text.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"
#include "inkwell/services.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// The objects of a response as JSON text, with commas between them.
struct ObjectsText {
    JsonText text;
    ContentParts madeOf;
};

/// Turns stored objects into what reads show. Any thread; joins the caller's unit of work.
class ObjectView {
public:
    explicit ObjectView(Services& services) : services_(services) {}

    /// The records, in the same order. With compatibility.hosted_clients, thumbnails become URLs, looked up for all
    /// records at once.
    std::vector<ObjectRecord> records(const Bucket& bucket, std::vector<StoredObject> objects) const;

    /// The objects of a response, in the same order. While the metafields plugin is off, `metadata` is {} and
    /// `metafields` are shown as stored.
    RenderedObjects render(const Bucket& bucket, std::vector<ObjectRecord> records, const RenderOptions& options) const;

    /// As records() and render(), as text, for objects whose documents were read in any form. Their text is not parsed
    /// where the answer can be put together from it.
    ObjectsText renderText(const Bucket& bucket, std::vector<StoredObject> objects, const RenderOptions& options) const;

    JsonObject renderOne(const Bucket& bucket, StoredObject object, const RenderOptions& options) const;
    /// The response to a write of the object, for after its commit (write_answer.h).
    JsonObject afterWrite(const Bucket& bucket, const Access& access, const StoredObject& object) const;
    /// As renderOne, without any lookup, as while the metafields plugin is off: for when rendering fails.
    JsonObject plain(StoredObject object) const;

private:
    std::optional<ContentParts> tryText(const Bucket& bucket, const std::vector<StoredObject>& objects,
                                        const RenderOptions& options, JsonText& text) const;

    Services& services_;
};

/// The record of one object with the thumbnail as given.
ObjectRecord recordOf(StoredObject object, Json thumbnail);
/// The same by name: for what is kept, where an address would be that of today.
ObjectRecord storedRecordOf(StoredObject object);

/// The member `options` of a response, from a stored document.
JsonObject renderOptions(const JsonObject& document);

}  // namespace inkwell::objects
