#include "inkwell/type_follower.h"

#include <memory>

#include "inkwell/fault_text.h"
#include "inkwell/registrar.h"

namespace inkwell {

void followTypes(Registrar& registrar, const std::string& name, TypeFollower::Renamed renamed,
                 TypeFollower::Deleted deleted) {
    registrar.contribute<TypeFollower>(name,
                                       std::make_unique<TypeFollower>(name, std::move(renamed), std::move(deleted)));
}

void catchUpWithTypes(Services& services, std::string_view name) {
    TypeRenames* renames = services.find<TypeRenames>();
    if (renames == nullptr) return;
    for (const TypeFollower* one : services.contributions<TypeFollower>()) {
        if (one->name() != name) continue;
        try {
            renames->catchUp(services, *one);
        } catch (...) {
            services.log().warn("object types that were renamed or deleted meanwhile are followed later: " +
                                faultText());
        }
    }
}

}  // namespace inkwell
