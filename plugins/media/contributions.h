#pragma once

#include "contents/content_service.h"
#include "inkwell/registrar.h"
#include "records/media_service.h"
#include "tus/tus_service.h"

namespace inkwell::media {

/// Contributes the sections of bucket files, what brings back deleted media, the check before the start, the
/// health of the store, and the jobs that remove what requests have doomed and what is of buckets that are no more, and
/// add missing fields. The services must outlive them.
void addContributions(Registrar& registrar, Services& services, ContentService& contents, TusService& tus,
                      MediaService& media);

}  // namespace inkwell::media
