#include "metafield_walk.h"

namespace inkwell::objects {

JsonArray withoutIds(const JsonArray& metafields) {
    JsonArray copy = metafields;
    walkMetafields(copy, [](JsonObject& metafield) { metafield.stable_erase("id"); });
    return copy;
}

}  // namespace inkwell::objects
