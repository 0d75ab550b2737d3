#pragma once

#include <cstdint>
#include <string>

#include "inkwell/registrar.h"

namespace inkwell::media {

struct MediaSettings {
    std::string store;                // of new content
    std::int64_t maxUploadBytes = 0;  // of one file
    std::int64_t leaseMs = 0;         // how long a pending content is left alone without a sign of life
    std::int64_t unfinishedMs = 0;    // the same for what stores keep of writers
    std::int64_t sweepMs = 0;
    std::int64_t resumeMs = 0;     // how long an interrupted upload can be resumed
    std::string stagingDirectory;  // of resumable uploads; "": media-uploads in the data directory
};

/// Plugin::setup: the keys of plugins.d/media.json. Throws std::runtime_error for a value that makes no sense.
MediaSettings readSettings(Registrar& registrar);

}  // namespace inkwell::media
