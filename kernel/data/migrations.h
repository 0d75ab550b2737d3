#pragma once

#include "kernel/data/migrator.h"

namespace inkwell::kernel {

/// The kernel's own tables: `changes` and `kept_answers`. Any thread.
PluginMigrations kernelMigrations();

}  // namespace inkwell::kernel
