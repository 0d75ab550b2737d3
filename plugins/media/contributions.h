#pragma once

#include "contents/content_service.h"
#include "inkwell/registrar.h"
#include "tus/tus_service.h"

namespace inkwell::media {

/// Contributes the sections of bucket files, what brings back deleted media, and the check before the start. The
/// services must outlive the contributions.
void addContributions(Registrar& registrar, Services& services, ContentService& contents, TusService& tus);

}  // namespace inkwell::media
