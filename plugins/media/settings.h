#pragma once

#include <cstdint>
#include <string>

namespace inkwell {
class Registrar;
}

namespace inkwell::media {

struct MediaSettings {
    std::string store;                // for new content
    std::int64_t maxUploadBytes = 0;  // per file
    std::int64_t leaseMs = 0;         // how long a pending content is kept without a renewal
    std::int64_t unfinishedMs = 0;    // how long stores keep the remains of dead writers
    std::int64_t sweepMs = 0;
    std::int64_t resumeMs = 0;     // how long an interrupted upload can be resumed
    std::string stagingDirectory;  // for resumable uploads; "": media-uploads in the data directory
};

/// Called by setup: reads plugins.d/media.json. Throws std::runtime_error for an invalid value.
MediaSettings readSettings(Registrar& registrar);

}  // namespace inkwell::media
