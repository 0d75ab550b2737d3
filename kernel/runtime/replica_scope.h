#pragma once

namespace inkwell::kernel {

/// While it lives, reads of its thread from the database may be answered by a replica (decision 0043), which shows all
/// that this server has announced and perhaps nothing newer. Open it where an answer from the response cache would do,
/// too. What has once been read from the primary is not followed by something older: from then on the scope is shut.
/// Scopes do not nest.
class ReplicaScope {
public:
    explicit ReplicaScope(bool open) noexcept;
    ~ReplicaScope();
    ReplicaScope(const ReplicaScope&) = delete;
    ReplicaScope& operator=(const ReplicaScope&) = delete;

    /// Whether this thread may ask a replica.
    static bool isOpen() noexcept;
    static void shut() noexcept;
};

}  // namespace inkwell::kernel
