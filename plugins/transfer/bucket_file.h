#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
    /// everybody else waits for, an import has up to `maxItems` items, of kBytesOfItem each on the average, and there
    /// is one at a time.
    BucketFile(Services& services, std::string folder, std::int64_t maxItems)
        : services_(services), folder_(std::move(folder)), maxItems_(maxItems) {}

    /// Each entry as it is when it is read. The bytes are in a file without a name, which goes when its reader does, so
    /// that no more than some entries are in memory.
    StreamBody exportAll(const Bucket& bucket);

    static constexpr std::int64_t kBytesOfItem = 2048;
    struct ImportOptions {
        bool isTrial = false;   // it is rolled back
        std::string requestId;  // under which members hear how far it has come
        /// Asked before the transaction for the memory that the largest item takes; throws ApiError 503.
        std::function<void(std::size_t bytes)> takeRoom = [](std::size_t) {};
    };
    /// Into the bucket, in one transaction. The file waits where exports do, so that no more than one item of it is in
    /// memory. ApiError 400 with every problem of the file, up to a hundred; 413 for more than may be; 503 beside
    /// another import.
    ImportSummary importAll(const std::shared_ptr<const Bucket>& bucket, const Access& access, std::istream& file,
                            const ImportOptions& how);

private:
    /// A file that has no name any more.
    std::shared_ptr<std::fstream> openFile();
    bool hasOneWriter() const;
    ImportSummary store(const Bucket& bucket, const Access& access, BucketFileReader& content,
                        const ImportOptions& how);

    Services& services_;
    std::string folder_;
    const std::int64_t maxItems_;
    std::mutex turn_;  // of the import that everybody else waits for
};

}  // namespace inkwell::transfer
