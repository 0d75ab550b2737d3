#pragma once

#include <string>

#include "contents/content_service.h"
#include "inkwell/services.h"

namespace inkwell::media {

/// Publishes MediaChanged for one record (`kind` "media") or folder ("media_folder"), without webhooks. Readers see all
/// of them, so `action` is also what readers see. Inside Database::write.
void publishChange(Services& services, const std::string& bucketId, const char* kind, const std::string& id,
                   const char* action, const std::string& actor);

/// Publishes MediaChanged for one record, with webhooks on request. `services` and `contents` must outlive the fact.
void publishMedia(Services& services, ContentService& contents, const std::string& bucketId, const std::string& id,
                  const char* action, const std::string& actor, bool triggerWebhook);

}  // namespace inkwell::media
