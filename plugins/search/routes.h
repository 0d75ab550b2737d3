#pragma once

#include "inkwell/registrar.h"
#include "search_service.h"

namespace inkwell::search {

/// Declares the routes of interface/search.md. Service and indexer must outlive the routes.
void addRoutes(Registrar& registrar, SearchService& service, Indexer& indexer);

}  // namespace inkwell::search
