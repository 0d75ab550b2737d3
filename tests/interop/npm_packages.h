#pragma once

#include <filesystem>

namespace inkwell::test {

/// A copy of tests/interop in the build tree with its npm packages installed: `node <folder>/<script>.mjs` runs. The
/// first test of a build tree that asks installs what package-lock.json names, those beside it wait. Any thread; throws
/// std::runtime_error with what npm said.
const std::filesystem::path& npmPackages();

}  // namespace inkwell::test
