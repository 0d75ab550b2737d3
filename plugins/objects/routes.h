#pragma once

#include <optional>
#include <span>
#include <string>

#include "inkwell/registrar.h"
#include "object_service.h"
#include "type_service.h"

namespace inkwell::objects {

/// The specification's "Object types" and "Objects". The services must outlive the registrar's routes.
void addTypeRoutes(Registrar& registrar, TypeService& types);
void addObjectRoutes(Registrar& registrar, Services& services, ObjectService& objects);

/// The answer to a request for objects of `bucket` with the object list's parameters. If `onlyIds` is set, as if
/// there were no others: at most 16,384. Any thread; throws ApiError.
Response listObjects(const Bucket& bucket, const Request& request, Services& services, ObjectService& objects,
                     std::optional<std::span<const std::string>> onlyIds = {});

}  // namespace inkwell::objects
