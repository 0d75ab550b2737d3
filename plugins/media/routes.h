#pragma once

#include "inkwell/registrar.h"
#include "media_service.h"

namespace inkwell::media {

/// The reads of the specification's "Media". The services must outlive the registrar's routes.
void addRoutes(Registrar& registrar, Services& services, MediaService& media);

}  // namespace inkwell::media
