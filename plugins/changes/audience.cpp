#include "audience.h"

namespace inkwell::changes {

bool isFor(Audience audience, const Change& change) {
    if (!change.readerAction.empty()) return true;
    return audience == Audience::Members && (change.kind == "object" || change.kind == "revision");
}

}  // namespace inkwell::changes
