#include "accounts/avatar_store.h"

#include "inkwell/crypto.h"
#include "inkwell/database_engine.h"

namespace inkwell::users {

std::optional<Avatar> AvatarStore::find(const std::string& userId) {
    return services_.database().read([&](Sql& sql) -> std::optional<Avatar> {
        const auto row = sql.selectOne("SELECT digest, picture FROM users_avatars WHERE user_id = ?", {userId});
        if (!row) return std::nullopt;
        return Avatar{(*row)[0].text(), fromBase64((*row)[1].text()).value_or("")};
    });
}

// No engine is asked for bytes, only for texts.
void AvatarStore::put(const std::string& userId, const Avatar& avatar) {
    services_.database().write([&](Sql& sql) {
        sql.execute("INSERT INTO users_avatars (user_id, digest, picture) VALUES (?, ?, ?)" +
                        sql.dialect().onDuplicateUpdate("user_id", {"digest", "picture"}),
                    {userId, avatar.digest, toBase64(avatar.bytes)});
    });
}

void AvatarStore::remove(const std::string& userId) {
    services_.database().write([&](Sql& sql) { sql.execute("DELETE FROM users_avatars WHERE user_id = ?", {userId}); });
}

}  // namespace inkwell::users
