#pragma once

#include <set>
#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

struct Change;

/// Which parts of a bucket's content a response was made of. A fact about another part leaves it valid, so the kernel
/// may keep sending it from memory (share/doc/life-of-a-request.md). One thread.
class INKWELL_API ContentParts {
public:
    /// Objects of one type, whether or not there are any.
    void addObjectsOf(std::string_view objectType);
    void addMedia();
    /// For when the parts are unknown: an object that was looked for and is not visible could be of any type.
    void addEverything() noexcept { everything_ = true; }

    /// All of `other` too.
    void add(const ContentParts& other);

    bool isEverything() const noexcept { return everything_; }
    const std::set<std::string, std::less<>>& names() const noexcept { return names_; }

    /// The name of the part that a change is about; "" when it may touch any.
    static std::string nameOf(const Change& change);

private:
    std::set<std::string, std::less<>> names_;
    bool everything_ = false;
};

}  // namespace inkwell
