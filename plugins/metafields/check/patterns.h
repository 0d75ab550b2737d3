#pragma once

#include <re2/re2.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace inkwell::metafields {

/// The regular expressions of one check, each compiled once. What they may cost is bounded, because a check runs while
/// others wait to write. One thread.
class Patterns {
public:
    /// Different ones of one check, and their texts together: compiling all of them takes a second or two at the worst.
    static constexpr std::size_t kMost = 100;
    static constexpr std::size_t kMostBytes = 16'384;

    struct Pattern {
        std::unique_ptr<RE2> regex;  // null when it cannot run
        std::string problem = {};    // then why
        bool isOneTooMany = false;   // for this check alone: by itself it may well run
    };
    const Pattern& of(std::string_view text);

private:
    std::map<std::string, Pattern, std::less<>> known_;
    std::size_t bytes_ = 0;
    const Pattern oneTooMany_{
        nullptr,
        "is one regular expression too many: the different ones that are checked at once may be " +
            std::to_string(kMost) + ", and have " + std::to_string(kMostBytes) + " bytes together",
        true};
};

}  // namespace inkwell::metafields
