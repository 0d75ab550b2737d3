#include "preview_input.h"

namespace inkwell::previews {

namespace {

constexpr std::int64_t kShortest = 60;
constexpr std::int64_t kLongest = 30 * 24 * 3600;
constexpr std::int64_t kUsual = 24 * 3600;

}  // namespace

std::int64_t parseLifetime(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    const std::int64_t seconds = reader.integer("expires_in").value_or(kUsual);
    if (seconds < kShortest || seconds > kLongest)
        reader.problem("expires_in", "must be a number of seconds from 60 to 2592000");
    reader.flag("pretty");  // obeyed by the kernel
    reader.refuseOthers();
    problems.throwIfAny("the preview token cannot be made");
    return seconds;
}

}  // namespace inkwell::previews
