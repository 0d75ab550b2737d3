#pragma once

#include <map>
#include <span>
#include <string>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// How a person is named to the other members of a bucket. Their e-mail address is not part of it: who may see that,
/// asks the routes of the bucket's users (decision 0007).
struct Person {
    std::string id;
    std::string firstName = {};
    std::string lastName = {};
    std::string avatarUrl = {};  // "": none
};
/// By id.
using People = std::map<std::string, Person, std::less<>>;

/// {id, first_name, last_name, avatar_url}; the last one is null without a picture.
INKWELL_API JsonObject renderPerson(const Person& person);

/// Names the members of buckets, for answers that members read and nobody else. Provided by `users`. Any thread; joins
/// the caller's unit of work. Throws DatabaseError.
class INKWELL_API MemberDirectory {
public:
    static constexpr const char* kServiceId = "inkwell.member-directory/1";
    virtual ~MemberDirectory() = default;

    /// Those of the users, up to 16,384, who have a role in the bucket; strangers and who has left are not in it. One
    /// statement.
    virtual People findMembers(const std::string& bucketId, std::span<const std::string> userIds) = 0;
};

}  // namespace inkwell
