#pragma once

#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// All object types of a bucket as files that people keep beside their code. Provided by `objects`, for the command
/// line. Any thread. Throws ApiError and DatabaseError.
class INKWELL_API ObjectSchema {
public:
    static constexpr const char* kServiceId = "inkwell.object-schema/1";
    virtual ~ObjectSchema() = default;

    /// One object type. `name` stands in problems: "articles.json".
    struct File {
        std::string name;
        Json content;
    };
    /// One step from the bucket to the files.
    struct Step {
        enum class Kind { Add, Change, Remove };
        Kind kind = Kind::Change;
        std::string text;            // a sentence with what it means for existing objects
        bool isDestructive = false;  // pages that read the bucket may lose something
    };

    /// The types of the bucket, by slug: each under "<slug>.json", with its members in a fixed order, without ids and
    /// without what is as usual.
    virtual std::vector<File> files(const Bucket& bucket) = 0;

    /// What apply() would do, in its order; nothing where the bucket is as the files say. Stores nothing. Throws
    /// ApiError 400 with every problem of the files, whose paths begin with the name of the file.
    virtual std::vector<Step> plan(const Bucket& bucket, const std::vector<File>& files) = 0;

    /// Makes the types of the bucket those of the files, in one transaction, as the operator: types that no file
    /// describes are deleted. Returns what was done. Throws as plan() does, and ApiError 409 where a step is
    /// destructive, unless `mayDestroy`.
    virtual std::vector<Step> apply(const Bucket& bucket, const std::vector<File>& files, bool mayDestroy) = 0;
};

}  // namespace inkwell
