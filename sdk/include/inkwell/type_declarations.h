#pragma once

#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"

namespace inkwell {

/// The object types of a bucket for other languages. Provided by `objects`; the command `inkwell types` asks it. Any
/// thread; joins the caller's unit of work.
class INKWELL_API TypeDeclarations {
public:
    static constexpr const char* kServiceId = "inkwell.type-declarations/1";
    virtual ~TypeDeclarations() = default;

    /// A module of TypeScript with an interface for each object type (interface/metafields.md, "Types for TypeScript").
    /// The same types make the same text. Throws DatabaseError.
    virtual std::string typeScript(const Bucket& bucket) = 0;
};

}  // namespace inkwell
