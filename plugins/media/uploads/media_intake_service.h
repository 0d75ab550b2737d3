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

private:
    bool keep(Sql& sql, const Bucket& bucket, const std::string& name, const IncomingContent& content);

    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
