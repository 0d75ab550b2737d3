#pragma once

#include <memory>
#include <string>

#include "inkwell/services.h"

namespace inkwell {

/// Contributed in place of a contribution that a plugin could make but does not, for those who look for it. The kernel
/// contributes it for plugins that are disabled or have failed.
struct Withheld {
    static constexpr const char* kContributionId = "inkwell.withheld/1";

    std::string kind;  // the contribution id
    std::string name;
    std::string why;  // "the plugin 'x' has it, but it is disabled"

    /// For Registrar::contribute, where it needs a name of its own.
    template <class C>
    static std::unique_ptr<Withheld> of(const std::string& name, const std::string& why) {
        return std::make_unique<Withheld>(Withheld{C::kContributionId, name, why});
    }
};

/// Why there is no contribution of that kind and name; "" when nobody knows of one.
template <class C>
std::string whyMissing(Services& services, const std::string& name) {
    for (const Withheld* one : services.contributions<Withheld>()) {
        if (one->kind == C::kContributionId && one->name == name) return one->why;
    }
    return {};
}

}  // namespace inkwell
