#pragma once

extern "C" {
__attribute__((weak)) void __asan_init();  // NOLINT(bugprone-reserved-identifier,cert-*): the sanitizers' own names
__attribute__((weak)) void __tsan_init();  // NOLINT(bugprone-reserved-identifier,cert-*)
}

namespace inkwell::test {

/// Whether this program runs under a sanitizer. Asked at run time, because under the address sanitizer the tests
/// themselves are compiled as ever (tests/CMakeLists.txt).
inline bool isSanitized() { return __asan_init != nullptr || __tsan_init != nullptr; }
inline bool isThreadSanitized() { return __tsan_init != nullptr; }

/// How long one image may take under the thread sanitizer, where a worker needs a minute for what takes a second.
inline constexpr int kSanitizedImageMs = 300'000;

}  // namespace inkwell::test
