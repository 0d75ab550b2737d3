#pragma once

#include <string>

#include "inkwell/services.h"

namespace inkwell::media {

/// Publishes MediaChanged for one record (`kind` "media") or folder ("media_folder"). Inside Database::write.
void publishChange(Services& services, const std::string& bucketId, const std::string& kind, const std::string& id,
                   const std::string& action, const std::string& actor, bool triggerWebhook = false);

}  // namespace inkwell::media
