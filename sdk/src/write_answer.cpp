#include "inkwell/write_answer.h"

#include <string>

#include "inkwell/error.h"
#include "inkwell/fault_text.h"

namespace inkwell {

namespace {

constexpr int kBadRequest = 400;
constexpr const char* kWithout = "a write is committed, but its answer shows no relations: ";

std::optional<JsonObject> tryRender(Log& log, const std::function<JsonObject(const RenderOptions&)>& render,
                                    const RenderOptions& options, bool& isTooLarge) {
    try {
        return render(options);
    } catch (const ApiError& error) {
        isTooLarge = error.status() == kBadRequest;
        if (!isTooLarge) log.warn(kWithout + error.message());
    } catch (...) {
        log.warn(kWithout + faultText());
    }
    return std::nullopt;
}

}  // namespace

std::optional<JsonObject> renderAfterCommit(Log& log, const Bucket& bucket, const Access& access,
                                            const std::function<JsonObject(const RenderOptions&)>& render) {
    RenderOptions options;
    options.visibility = access.mayReadDrafts(bucket) ? Visibility::Any : Visibility::Published;
    if (!access.mayRead()) options.depth = 0;
    options.showMetafields = true;
    bool isTooLarge = false;
    std::optional<JsonObject> answer = tryRender(log, render, options, isTooLarge);
    if (answer || !isTooLarge) return answer;
    options.depth = 0;
    return tryRender(log, render, options, isTooLarge);
}

}  // namespace inkwell
