#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "descriptor.h"
#include "inkwell/media_library.h"

namespace inkwell::images {

/// Local copies of contents whose store keeps no file on this machine, in files without a name. All requests for one
/// content share a copy; the last one used is kept as well. Any thread.
class SourceCopies {
public:
    /// `folder` returns where files can be made now.
    explicit SourceCopies(std::function<std::filesystem::path()> folder) : folder_(std::move(folder)) {}

    /// A copy, opened for the caller alone. Waits while another thread copies the same content. Throws what reading the
    /// content throws, ApiError 503 when the disk is full, std::system_error.
    Descriptor get(const MediaContent& media);
    /// Drops the kept copy; copies in use stay.
    void forget();

private:
    struct Copy {
        std::mutex mutex;
        Descriptor file;  // none until it is whole
    };

    const std::function<std::filesystem::path()> folder_;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<Copy>> byDigest_;
    std::shared_ptr<Copy> last_;
};

}  // namespace inkwell::images
