#pragma once

#include <string>

#include "contents/content_service.h"
#include "contents/incoming_content.h"
#include "inkwell/media_intake.h"
#include "inkwell/services.h"

namespace inkwell::media {

/// The plugin's MediaIntake for others.
class MediaIntakeService : public MediaIntake {
public:
    MediaIntakeService(Services& services, ContentService& contents) : services_(services), contents_(contents) {}

    bool fill(const Bucket& bucket, const std::string& name, std::istream& bytes) override;
    /// The same for a client: `actor` is who did it, Access::actor(), and `length` that of the
    /// bytes, or 0 if it is not known.
    bool fill(const Bucket& bucket, const std::string& actor, const std::string& name, std::istream& bytes,
              std::int64_t length);

    const MediaSettings& settings() const noexcept { return contents_.settings(); }

private:
    bool keep(Sql& sql, const Bucket& bucket, const std::string& actor, const std::string& name,
              const IncomingContent& content);

    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
