#pragma once

#include "inkwell/registrar.h"
#include "likes_service.h"

namespace likes_plugin {

/// The service outlives the routes.
void addRoutes(inkwell::Registrar& registrar, LikesService& service);

}  // namespace likes_plugin
