#include "settings.h"

#include "inkwell/number_setting.h"
#include "inkwell/registrar.h"

namespace inkwell::media {

namespace {

constexpr std::int64_t kMaxUploadBytes = 900LL * 1024 * 1024;  // interface/errors-and-limits.md, "Limits"
constexpr std::int64_t kMsPerSecond = 1000;
constexpr std::int64_t kTenYears = 3650LL * 24 * 60 * 60;
constexpr std::int64_t kPetabyte = 1'000'000'000'000'000;

std::int64_t millisecondsOf(Registrar& registrar, const std::string& key, std::int64_t fallbackSeconds,
                            const std::string& meaning) {
    return kMsPerSecond * readNumber(registrar, {key, fallbackSeconds, 1, kTenYears, meaning});
}

}  // namespace

MediaSettings readSettings(Registrar& registrar) {
    MediaSettings settings;
    settings.store = registrar.config<std::string>("store", "disk", "the media store that takes new files");
    settings.maxUploadBytes = readNumber(
        registrar, {"max_upload_bytes", kMaxUploadBytes, 1, kPetabyte, "the largest file that can be uploaded"});
    settings.leaseMs =
        millisecondsOf(registrar, "lease_seconds", 600, "an upload that gives no sign of life for so long is given up");
    settings.unfinishedMs = millisecondsOf(registrar, "unfinished_seconds", 86400,
                                           "what a crashed upload left in a store goes after so long");
    settings.sweepMs =
        millisecondsOf(registrar, "sweep_seconds", 60, "how often what uploads and deletions left behind is removed");
    settings.resumeMs =
        millisecondsOf(registrar, "resume_seconds", 86400, "how long an interrupted resumable upload can be resumed");
    settings.stagingDirectory = registrar.config<std::string>(
        "staging_directory", "", "where resumable uploads wait; empty: media-uploads in the data directory");
    return settings;
}

}  // namespace inkwell::media
