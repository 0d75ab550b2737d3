#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/bucket_import.h"
#include "inkwell/http.h"
#include "inkwell/services.h"

namespace inkwell::transfer {

/// A bucket as one file (interface/import-and-export.md, "The file"), made of the sections that plugins contribute
/// (BucketTransfer). Any thread. Throws ApiError and DatabaseError.
class BucketFile {
public:
    /// Exports wait in a folder of their own below the server's data directory. Where the database has one writer, whom
    /// everybody else waits for, an import has up to `maxItems` items, and there is one at a time.
    BucketFile(Services& services, std::string folder, std::int64_t maxItems)
        : services_(services), folder_(std::move(folder)), maxItems_(maxItems) {}

    /// Each entry as it is when it is read. The bytes are in a file without a name, which goes when its reader does, so
    /// that no more than some entries are in memory.
    StreamBody exportAll(const Bucket& bucket);

    /// Into the bucket, in one transaction; with `isTrial` it is rolled back. The file waits where exports do, so that
    /// no more than one item of it is in memory. Members hear under the id of the request how far it has come. ApiError
    /// 400 with every problem of the file, up to a hundred; 413 for more items than may be; 503 beside another import.
    ImportSummary importAll(const std::shared_ptr<const Bucket>& bucket, const Access& access, std::istream& file,
                            bool isTrial, const std::string& requestId);

private:
    /// A file that has no name any more.
    std::shared_ptr<std::fstream> openFile();
    bool hasOneWriter() const;
    ImportSummary store(const Bucket& bucket, const Access& access, BucketFileReader& content, bool isTrial,
                        const std::string& requestId);

    Services& services_;
    std::string folder_;
    const std::int64_t maxItems_;
    std::mutex turn_;  // of the import that everybody else waits for
};

}  // namespace inkwell::transfer
