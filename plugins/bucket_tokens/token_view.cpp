#include "token_view.h"

#include "inkwell/text.h"
#include "token_input.h"

namespace inkwell::bucket_tokens {

namespace {}  // namespace

JsonObject renderToken(const BucketToken& token) {
    Json write = "all";
    if (!token.rights.allTypes) {
        JsonArray types;
        for (const std::string& type : token.rights.objectTypes) types.emplace_back(type);
        write = std::move(types);
    }
    return {{"id", token.rights.id},
            {"title", token.title},
            {"permissions",
             {{"read", std::string(nameOf(token.rights.read))},
              {"write", std::move(write)},
              {"media", token.rights.media}}},
            {"created_by", token.createdBy},
            {"created_at", isoTime(token.createdAtMs)},
            {"expires_at", isoTimeOrNull(token.expiresAtMs)},
            {"last_used_at", isoTimeOrNull(token.lastUsedAtMs)}};
}

}  // namespace inkwell::bucket_tokens
