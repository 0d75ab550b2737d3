#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/change_stamps.h"

namespace inkwell::merge_requests {

/// The states (stateOf) of requests that were looked at: all that a merge takes is exported for one, and each page of
/// the changes shows it. Found only while nothing in either bucket has changed since it was read (ChangeStamps). One
/// that is older than what is shown is no harm: completing with it is refused. Any thread.
class StateCache {
public:
    /// Take it before the database is read.
    using Stamp = ChangeStamps::Stamp;
    Stamp stamp() const noexcept { return stamps_.stamp(); }

    /// The listeners of ChangeCommitted and of ChangesUnknown.
    void changed(std::string_view bucketId);
    void forget();
    /// For a state that turns out to be another one.
    void forget(const std::string& requestId);

    struct State {
        std::string sourceId, targetId;  // of the buckets
        Stamp stamp = 0;
        std::string text;
    };
    std::optional<std::string> find(const std::string& requestId);
    void keep(const std::string& requestId, State state);

private:
    static constexpr std::size_t kMaxStates = 256;

    ChangeStamps stamps_{1024};
    std::mutex mutex_;  // of what follows
    std::map<std::string, State> states_;
};

}  // namespace inkwell::merge_requests
