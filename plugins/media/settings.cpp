#include "settings.h"

#include <stdexcept>

#include "inkwell/registrar.h"

namespace inkwell::media {

namespace {

constexpr std::int64_t kMaxUploadBytes = 900LL * 1024 * 1024;  // interface/errors-and-limits.md, "Limits"
constexpr std::int64_t kMsPerSecond = 1000;

std::int64_t positive(Registrar& registrar, const std::string& key, std::int64_t fallback, const std::string& meaning) {
    const auto value = registrar.config<std::int64_t>(key, fallback, meaning);
    if (value > 0) return value;
    throw std::runtime_error("the setting '" + key + "' must be greater than 0, not " + std::to_string(value));
}

}  // namespace

MediaSettings readSettings(Registrar& registrar) {
    MediaSettings settings;
    settings.store = registrar.config<std::string>("store", "disk", "the media store that takes new files");
    settings.maxUploadBytes =
        positive(registrar, "max_upload_bytes", kMaxUploadBytes, "the largest file that can be uploaded");
    settings.leaseMs = kMsPerSecond * positive(registrar, "lease_seconds", 600,
                                               "an upload that gives no sign of life for so long is given up");
    settings.unfinishedMs = kMsPerSecond * positive(registrar, "unfinished_seconds", 86400,
                                                    "what a crashed upload left in a store goes after so long");
    settings.sweepMs = kMsPerSecond * positive(registrar, "sweep_seconds", 60,
                                               "how often what uploads and deletions left behind is removed");
    settings.resumeMs = kMsPerSecond * positive(registrar, "resume_seconds", 86400,
                                                "how long an interrupted resumable upload can be resumed");
    settings.stagingDirectory = registrar.config<std::string>(
        "staging_directory", "", "where resumable uploads wait; empty: media-uploads in the data directory");
    return settings;
}

}  // namespace inkwell::media
