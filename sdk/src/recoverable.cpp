#include "inkwell/recoverable.h"

#include <utility>
#include <vector>

#include "inkwell/error.h"

namespace inkwell {

void takeParts(Services& services, std::string_view kind, const Bucket& bucket, const std::string& id,
               const std::function<void(const std::string& of, JsonObject part)>& keep) {
    const std::vector<Recoverable*> all = services.contributions<Recoverable>();
    for (const bool owners : {true, false}) {
        for (Recoverable* one : all) {
            if (one->isOwner() != owners || one->kind() != kind) continue;
            const std::string name = one->name();
            one->take(bucket, id, [&](JsonObject part) { keep(name, std::move(part)); });
        }
    }
}

void restorePart(Services& services, std::string_view of, const Recovery& recovery, JsonObject part) {
    Recoverable* one = findRecoverable(services, of);
    if (one == nullptr) {
        throw ApiError::conflict("'" + recovery.id + "' cannot come back whole while the plugin of its part '" +
                                 std::string(of) + "' is off; switch it on first");
    }
    one->restore(recovery, std::move(part));
}

Recoverable* findRecoverable(Services& services, std::string_view name) {
    for (Recoverable* one : services.contributions<Recoverable>())
        if (one->name() == name) return one;
    return nullptr;
}

Recoverable* findOwner(Services& services, std::string_view kind) {
    for (Recoverable* one : services.contributions<Recoverable>())
        if (one->isOwner() && one->kind() == kind) return one;
    return nullptr;
}

}  // namespace inkwell
