#include "check/patterns.h"

namespace inkwell::metafields {

namespace {

// As in queries: (\pL{100})? would take eight, and a while to compile.
constexpr std::int64_t kMostMemory = 1 << 20;

RE2::Options quiet() {
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kMostMemory);
    return options;
}

Patterns::Pattern compiled(std::string_view text) {
    auto regex = std::make_unique<RE2>(re2::StringPiece(text.data(), text.size()), quiet());
    if (regex->ok()) return {std::move(regex)};
    // Whoever edits an object did not write the pattern of its type.
    const bool isLarge = regex->error_code() == RE2::ErrorPatternTooLarge;
    return {nullptr, "is not a regular expression that can run: " + regex->error() +
                         (isLarge ? "; it needs more than 1 MiB of memory: fewer or shorter repetitions need less. "
                                    "Where the object type has it, change it there"
                                  : "")};
}

}  // namespace

const Patterns::Pattern& Patterns::of(std::string_view text) {
    if (const auto found = known_.find(text); found != known_.end()) return found->second;
    if (known_.size() == kMost || text.size() > kMostBytes - bytes_) return oneTooMany_;
    bytes_ += text.size();
    return known_.emplace(text, compiled(text)).first->second;
}

}  // namespace inkwell::metafields
