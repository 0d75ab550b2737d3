#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/events.h"
#include "inkwell/export.h"
#include "inkwell/runtime.h"

namespace inkwell {

class ChangeLog;

/// A plugin's access to everything else; passed to Plugin::start and valid until the process ends. Any thread.
class INKWELL_API Services {
public:
    virtual ~Services() = default;

    // Always available.
    virtual Database& database() = 0;
    virtual Events& events() = 0;
    virtual const Clock& clock() = 0;
    virtual Ids& ids() = 0;
    virtual Log& log() = 0;
    virtual const ServerInfo& server() = 0;
    virtual ChangeLog& changes() = 0;

    /// A service that the manifest lists under `needs`: available while this plugin runs; the reference may be kept.
    /// Throws std::logic_error for one that is not listed.
    template <class S>
    S& get() {
        return *static_cast<S*>(getService(S::kServiceId));
    }
    /// A service listed under `uses` (or `needs`): nullptr while its provider is off. Ask at every use, never keep it.
    template <class S>
    S* find() {
        return static_cast<S*>(findService(S::kServiceId));
    }
    /// What enabled plugins contribute of one kind, in the order of their plugin ids. Ask at every use.
    template <class C>
    std::vector<C*> contributions() {
        std::vector<C*> all;
        for (void* one : findContributions(C::kContributionId)) all.push_back(static_cast<C*>(one));
        return all;
    }

protected:
    virtual void* getService(const char* serviceId) = 0;
    virtual void* findService(const char* serviceId) = 0;
    virtual std::vector<void*> findContributions(const char* contributionId) = 0;
};

}  // namespace inkwell
