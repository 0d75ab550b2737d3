#include "inkwell/member_directory.h"

namespace inkwell {

JsonObject renderPerson(const Person& person) {
    return {{"id", person.id},
            {"first_name", person.firstName},
            {"last_name", person.lastName},
            {"avatar_url", person.avatarUrl.empty() ? Json() : Json(person.avatarUrl)}};
}

}  // namespace inkwell
