#include "transfer/transfer_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"

namespace inkwell::objects {

namespace {

// Engines refuse more than some 32,000 bound values.
constexpr std::size_t kMaxSlugsPerStatement = 16384;

}  // namespace

std::map<std::string, std::string> TransferStore::idsBySlug(const std::string& bucketId, const std::string& type,
                                                            const std::string& locale,
                                                            std::span<const std::string> slugs) {
    std::map<std::string, std::string> ids;
    for (std::size_t at = 0; at < slugs.size(); at += kMaxSlugsPerStatement) {
        SqlParams params{bucketId, type, locale};
        const std::string list = sqlIn(slugs.subspan(at, std::min(kMaxSlugsPerStatement, slugs.size() - at)), params);
        const std::string statement =
            "SELECT slug, id FROM objects WHERE bucket_id = ? AND type_slug = ? AND locale = ? AND live = 1 AND slug "
            "IN " +
            list + std::string(sql_.dialect().forUpdate());
        for (const SqlRow& row : sql_.select(statement, params)) ids.emplace(row[0].text(), row[1].text());
    }
    return ids;
}

}  // namespace inkwell::objects
