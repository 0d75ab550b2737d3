#pragma once

#include "inkwell/json.h"
#include "place.h"

namespace inkwell::presence {

/// {object, field, user, since}.
JsonObject renderPlace(const Place& place);
/// The data of the event `presence`: the same and `here`.
JsonObject renderEvent(const Place& place, bool isHere);

}  // namespace inkwell::presence
