#pragma once

#include <istream>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"

namespace inkwell {

/// Gives media records the bytes that an import did not bring. Provided by `media`. Any thread; not inside a unit of
/// work, because bytes that are stored cannot be rolled back.
class INKWELL_API MediaIntake {
public:
    static constexpr const char* kServiceId = "inkwell.media-intake/1";
    virtual ~MediaIntake() = default;

    /// Stores all of `bytes` for the record `name`, whose size, type and location become theirs. Returns false, and
    /// changes nothing, when the record has bytes already. Throws ApiError 404 when the bucket has no such record, 413
    /// for more bytes than an upload may have, 507 or 503 when the store cannot take them.
    virtual bool fill(const Bucket& bucket, const std::string& name, std::istream& bytes) = 0;
};

}  // namespace inkwell
