#include "inkwell/object_usage.h"

namespace inkwell {

JsonObject renderUse(const ObjectUsage::Use& use) {
    return {{"id", use.id},     {"title", use.title},   {"slug", use.slug},
            {"type", use.type}, {"status", use.status}, {"fields", JsonArray(use.fields.begin(), use.fields.end())}};
}

}  // namespace inkwell
