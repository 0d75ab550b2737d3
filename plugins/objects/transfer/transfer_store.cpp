#include "transfer/transfer_store.h"

#include <algorithm>
#include <vector>

#include "inkwell/database_engine.h"

namespace inkwell::objects {

namespace {

// Engines refuse more than some 32,000 bound values.
constexpr std::size_t kMaxSlugsPerStatement = 16384;

}  // namespace

std::map<ObjectKey, std::string> TransferStore::idsByKey(const std::string& bucketId, std::span<const ObjectKey> keys,
                                                         Lock lock) {
    std::map<ObjectKey, std::vector<std::string>> slugs;  // by type and locale
    for (const ObjectKey& key : keys) slugs[{key.type, key.locale, ""}].push_back(key.slug);
    std::map<ObjectKey, std::string> ids;
    for (const auto& [kind, names] : slugs) {
        for (std::size_t at = 0; at < names.size(); at += kMaxSlugsPerStatement) {
            const std::size_t count = std::min(kMaxSlugsPerStatement, names.size() - at);
            addIds(bucketId, kind, std::span(names).subspan(at, count), lock, ids);
        }
    }
    return ids;
}

void TransferStore::addIds(const std::string& bucketId, const ObjectKey& kind, std::span<const std::string> slugs,
                           Lock lock, std::map<ObjectKey, std::string>& ids) {
    SqlParams params{bucketId, kind.type, kind.locale};
    const std::string list = sqlIn(slugs, params);
    const std::string statement =
        "SELECT slug, id FROM objects WHERE bucket_id = ? AND type_slug = ? AND locale = ? AND live = 1 AND slug IN " +
        list + std::string(lock == Lock::UntilCommit ? sql_.dialect().forUpdate() : "");
    for (const SqlRow& row : sql_.select(statement, params))
        ids.emplace(ObjectKey{kind.type, kind.locale, row[0].text()}, row[1].text());
}

}  // namespace inkwell::objects
