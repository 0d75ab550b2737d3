#include "read/gathered_reads.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "inkwell/client_network.h"

namespace inkwell::objects {

namespace {

// While one is sent another is found; what comes meanwhile gathers. With four the batches are half as large, with one
// the few wait.
constexpr int kAtOnce = 2;

}  // namespace

GatheredReads::GatheredReads() : batching_(kAtOnce) {}

std::vector<StoredObject> GatheredReads::find(Database& database, const std::string& bucketId,
                                              std::vector<std::string> ids, const Reading& reading) {
    const auto findForAll = [&](const std::vector<Ids>& asked) { return findAll(database, bucketId, asked, reading); };
    const std::string kind = bucketId + (reading.visibility == Visibility::Any ? "a" : "p") +
                             (reading.documents == Documents::None ? "c" : "d") + (reading.mayBeReplica ? "r" : "");
    return batching_.get(kind, std::move(ids), findForAll);
}

std::vector<GatheredReads::Found> GatheredReads::findAll(Database& database, const std::string& bucketId,
                                                         const std::vector<Ids>& asked, const Reading& reading) {
    Ids all;
    for (const Ids& ids : asked) all.insert(all.end(), ids.begin(), ids.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::optional<ClientScope> forMany;
    if (asked.size() > 1) forMany.emplace("");
    Found rows = database.read(
        [&](Sql& sql) { return ObjectStore(sql, {}, reading.documents).findAll(bucketId, all, reading.visibility); });
    if (asked.size() == 1) return {std::move(rows)};
    std::unordered_map<std::string_view, const StoredObject*> byId;
    for (const StoredObject& row : rows) byId.emplace(row.id, &row);
    std::vector<Found> found(asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        for (const std::string& id : asked[i]) {
            const auto row = byId.find(id);
            if (row != byId.end()) found[i].push_back(*row->second);
        }
    }
    return found;
}

}  // namespace inkwell::objects
