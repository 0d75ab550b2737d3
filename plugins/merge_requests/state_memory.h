#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace inkwell::merge_requests {

/// The states (stateOf) of requests that were looked at: all that a merge takes is exported for one, and each page of
/// the changes shows it. Kept under the rule of the kernel's response cache (share/doc/life-of-a-request.md): changes
/// are counted after their commit, a state has the count from before it was read, and is found only while nothing in
/// either bucket has changed since. One that is older than what is shown is no harm: completing with it is refused. Any
/// thread.
class StateMemory {
public:
    /// Take it before the database is read.
    using Stamp = std::uint64_t;
    Stamp stamp() const;

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
    std::optional<std::string> find(const std::string& requestId) const;
    void keep(const std::string& requestId, State state);

private:
    // Buckets that share a slot are forgotten together.
    static constexpr std::size_t kSlots = 1024;
    static constexpr std::size_t kMaxStates = 256;

    static std::size_t slotOf(std::string_view bucketId);

    mutable std::mutex mutex_;
    Stamp changes_ = 0;
    Stamp forgotten_ = 0;
    std::array<Stamp, kSlots> lastChanges_{};
    std::map<std::string, State> states_;
};

}  // namespace inkwell::merge_requests
