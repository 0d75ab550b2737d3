#include "members/stored_member_directory.h"

#include <utility>

#include "user_view.h"

namespace inkwell::users {

People StoredMemberDirectory::findMembers(const std::string& bucketId, std::span<const std::string> userIds) {
    People people;
    if (userIds.empty()) return people;
    for (const Member& member : members_.findAll(bucketId, userIds)) {
        const AccountRecord shown = shownAccount(member);
        Person person{shown.id, shown.firstName, shown.lastName, std::string(textOf(shown.profile, "avatar_url"))};
        people.emplace(shown.id, std::move(person));
    }
    return people;
}

}  // namespace inkwell::users
