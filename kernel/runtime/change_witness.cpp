#include "kernel/runtime/change_witness.h"

#include <utility>

namespace inkwell::kernel {

namespace {

thread_local ChangeWitness* current = nullptr;

}  // namespace

ChangeWitness::ChangeWitness(Told told) : told_(std::move(told)), outer_(std::exchange(current, this)) {}

ChangeWitness::~ChangeWitness() { current = outer_; }

void ChangeWitness::tell(const Change& change, std::uint64_t attempt) {
    if (current != nullptr) current->told_(change, attempt);
}

}  // namespace inkwell::kernel
