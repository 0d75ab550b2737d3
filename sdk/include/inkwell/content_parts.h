#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

struct Change;

/// Which parts of a bucket's content a response was made of. A fact about another part leaves it valid, so the kernel
/// may keep sending it from memory (share/doc/life-of-a-request.md). One thread.
class INKWELL_API ContentParts {
public:
    using Names = std::set<std::string, std::less<>>;

    /// Beyond this many objects of one type, all of that type count.
    static constexpr std::size_t kMostObjects = 32;

    /// Objects of one type, whether or not there are any.
    void addObjectsOf(std::string_view objectType);
    /// One object that was found, as `objectType`.
    void addObject(std::string_view id, std::string_view objectType);
    /// An id that was looked for and is that of no visible object: there may be one tomorrow, of any type.
    void addMissingObject(std::string_view id);
    void addMedia() { hasMedia_ = true; }
    /// For when the parts are unknown.
    void addEverything() noexcept { everything_ = true; }

    /// All of `other` too.
    void add(const ContentParts& other);

    bool isEverything() const noexcept { return everything_; }
    Names names() const;

    /// The names of the parts that a change is about; "" when it may touch any. A change of kind "object" without an id
    /// is about every object of its type.
    static std::vector<std::string> namesOf(const Change& change);

private:
    Names types_;                                        // all objects of
    std::map<std::string, Names, std::less<>> objects_;  // ids by type, of other types
    Names missing_;
    bool hasMedia_ = false;
    bool everything_ = false;
};

}  // namespace inkwell
