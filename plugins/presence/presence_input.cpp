#include "presence_input.h"

#include "inkwell/error.h"

namespace inkwell::presence {

namespace {

constexpr std::size_t kMostIdLength = 24;
constexpr std::size_t kMostFieldLength = 200;

}  // namespace

Whereabouts parseWhereabouts(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    Whereabouts place;
    place.objectId = reader.requiredText("object", kMostIdLength).value_or("");
    const Json* field = body.if_contains("field");
    if (field != nullptr && field->is_null()) {
        reader.any("field");
    } else {
        place.field = reader.text("field", kMostFieldLength).value_or("");
    }
    reader.flag("pretty");
    reader.refuseOthers();
    problems.throwIfAny("nobody was told where you are");
    return place;
}

}  // namespace inkwell::presence
