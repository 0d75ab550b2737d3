#include "kernel/runtime/replica_scope.h"

#include <cassert>

namespace inkwell::kernel {

namespace {

thread_local bool mayAskReplica = false;

}  // namespace

ReplicaScope::ReplicaScope(bool open) noexcept {
    assert(!mayAskReplica);
    mayAskReplica = open;
}

ReplicaScope::~ReplicaScope() { mayAskReplica = false; }

bool ReplicaScope::isOpen() noexcept { return mayAskReplica; }
void ReplicaScope::shut() noexcept { mayAskReplica = false; }

}  // namespace inkwell::kernel
