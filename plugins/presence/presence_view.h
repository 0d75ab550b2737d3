#pragma once

#include "inkwell/json.h"
#include "place.h"

namespace inkwell::presence {

/// {object, field, user: {id, first_name, last_name, avatar_url}, since}.
JsonObject renderPlace(const Place& place);
/// The data of the event `presence`: the same and `here`.
JsonObject renderEvent(const Place& place, bool isHere);

}  // namespace inkwell::presence
