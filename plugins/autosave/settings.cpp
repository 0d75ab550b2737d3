#include "settings.h"

#include "inkwell/number_setting.h"
#include "inkwell/registrar.h"

namespace inkwell::autosave {

Settings readSettings(Registrar& registrar) {
    const Settings fallback;
    Settings settings;
    settings.maxBytes = readNumber(registrar, {"max_bytes", fallback.maxBytes, 1024, 16'777'216,
                                               "size of what is kept for one person and object"});
    settings.perPerson =
        readNumber(registrar, {"per_person", fallback.perPerson, 1, 10'000,
                               "objects of a bucket of which it is kept for one person; the oldest gives way"});
    settings.keepDays =
        readNumber(registrar, {"keep_days", fallback.keepDays, 1, 3650, "how long it is kept after it was last put"});
    return settings;
}

}  // namespace inkwell::autosave
