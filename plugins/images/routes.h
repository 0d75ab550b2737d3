#pragma once

#include "image_service.h"
#include "inkwell/registrar.h"

namespace inkwell::images {

void addRoutes(Registrar& registrar, Services& services, ImageService& images);

}  // namespace inkwell::images
