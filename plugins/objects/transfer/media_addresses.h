#pragma once

#include <set>
#include <string>

#include "store/object_store.h"
#include "transfer/transfer_metafields.h"

namespace inkwell::objects {

// Addresses of a bucket's files in the content and the texts of an object: `/v2/media-files/<slug>/<name>` and
// `/v2/images/<slug>/<name>`, whatever stands behind. What may stand before: inkwell/media_address.h.

struct BucketAddress {
    const std::string& slug;
    const std::string& baseUrl;  // of the server; "": not known, then hosts are not looked at, and stay
};

/// Adds the names in those of the bucket.
void collectAddresses(StoredObject& object, const BucketAddress& of, std::set<std::string>& names);

/// Makes those of the bucket `from` lead to the bucket `to`, under the names of today. Those with other names stay.
void moveAddresses(StoredObject& object, const BucketAddress& from, const BucketAddress& to, const MediaNames& names);

/// The same within one server.
void collectAddresses(StoredObject& object, const std::string& slug, std::set<std::string>& names);
void moveAddresses(StoredObject& object, const std::string& from, const std::string& to, const MediaNames& names);

}  // namespace inkwell::objects
