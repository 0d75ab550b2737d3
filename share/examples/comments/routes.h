#pragma once

#include "comments_service.h"
#include "inkwell/registrar.h"

namespace comments_plugin {

/// The service outlives the routes.
void addRoutes(inkwell::Registrar& registrar, CommentsService& service);

}  // namespace comments_plugin
