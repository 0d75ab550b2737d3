#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/http.h"
#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell::transfer {

/// What an import did, or would do.
struct ImportSummary {
    struct Counts {
        std::int64_t created = 0;
        std::int64_t updated = 0;
        std::int64_t unchanged = 0;
    };
    std::vector<std::pair<std::string, Counts>> sections;  // in the order of the import
    std::map<std::string, std::int64_t> notes;             // remark -> how often
};

/// A bucket as one file (interface/import-and-export.md, "The file"), made of the sections that plugins contribute
/// (BucketTransfer). Any thread. Throws ApiError and DatabaseError.
class BucketFile {
public:
    /// Exports wait in a folder of their own below the server's data directory.
    BucketFile(Services& services, std::string folder) : services_(services), folder_(std::move(folder)) {}

    /// Everything as of one moment. The bytes are in a file without a name, which goes when its reader does, so that
    /// no more than one section is in memory.
    StreamBody exportAll(const Bucket& bucket);

    /// Into the bucket, in one transaction; with `isTrial` it is rolled back. Members hear under the id of the request
    /// how far it has come. ApiError 400 with every problem of the file, up to a hundred.
    ImportSummary importAll(const std::shared_ptr<const Bucket>& bucket, const Access& access, const Json& file,
                            bool isTrial, const std::string& requestId);

private:
    Services& services_;
    std::string folder_;
};

}  // namespace inkwell::transfer
