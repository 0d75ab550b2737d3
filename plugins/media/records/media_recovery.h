#pragma once

#include <string>
#include <string_view>

#include "contents/content_service.h"
#include "inkwell/recoverable.h"
#include "inkwell/services.h"

namespace inkwell::media {

/// Takes a media record that is deleted, and brings it back. Its bytes stay meanwhile, because its link to them does
/// (README.md, "Crashes"). Any thread.
class MediaRecovery : public Recoverable {
public:
    MediaRecovery(Services& services, ContentService& contents) : services_(services), contents_(contents) {}

    std::string name() const override { return "media"; }
    std::string kind() const override { return "media"; }
    bool isOwner() const override { return true; }
    void requireChange(const Access& access, std::string_view type, std::string_view status) const override;
    void take(const Bucket& bucket, const std::string& id, const Keep& keep) override;
    /// A folder that is gone is left out. Throws ApiError 409 when the media is there.
    void restore(const Recovery& recovery, JsonObject part) override;
    /// Dooms the bytes, unless another record has them; the sweep removes them.
    void forget(const std::string& id, const JsonObject& part) override;

private:
    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
