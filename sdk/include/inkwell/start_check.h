#pragma once

#include <functional>
#include <utility>

#include "inkwell/services.h"

namespace inkwell {

/// What can keep a plugin's start() from succeeding, as far as it can be known without a database: a setting that names
/// what is not there, a folder that cannot be written. Contributed under the plugin's id; called by `inkwell
/// check-config` and `inkwell doctor`, and before a reload or a switch of plugins, of a plugin that was set up for that
/// and is never started. `check` throws as start() would. On the thread of setup(). Of its services only server(),
/// find() and contributions() may be used.
class StartCheck {
public:
    static constexpr const char* kContributionId = "inkwell.start-check/1";

    explicit StartCheck(std::function<void(Services&)> check) : check_(std::move(check)) {}
    void operator()(Services& services) const { check_(services); }

private:
    std::function<void(Services&)> check_;
};

}  // namespace inkwell
