#include "presence_view.h"

#include "inkwell/text.h"

namespace inkwell::presence {

JsonObject renderPlace(const Place& place) {
    return {{"object", place.key.objectId},
            {"field", place.field.empty() ? Json() : Json(place.field)},
            {"user", renderPerson(place.user)},
            {"since", isoTime(place.sinceMs)}};
}

JsonObject renderEvent(const Place& place, bool isHere) {
    JsonObject data = renderPlace(place);
    data["here"] = isHere;
    return data;
}

}  // namespace inkwell::presence
