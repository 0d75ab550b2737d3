#pragma once

#include "types/type_store.h"

namespace inkwell::objects {

/// ApiError 409 where the type is a singleton that has its object. Inside a write that holds the type (findForShare):
/// two writers collide here, and the one that is tried again finds the other's object.
void checkSingleton(Sql& sql, const StoredType& type);

}  // namespace inkwell::objects
