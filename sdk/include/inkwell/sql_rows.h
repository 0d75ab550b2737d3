#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/export.h"

namespace inkwell {

/// `insert` is "INSERT INTO table (columns) VALUES"; a few hundred rows go in one statement. All of one length.
INKWELL_API void insertRows(Sql& sql, std::string_view insert, std::span<const SqlRow> rows);

/// `records` in the order of `ids`; `idOf` returns a record's id. Ids without a record are left out, as are records
/// whose id is not in `ids`.
template <class Record, class IdOf>
std::vector<Record> inOrderOf(std::span<const std::string> ids, std::vector<Record> records, IdOf idOf) {
    std::unordered_map<std::string_view, Record*> byId;
    for (Record& record : records) byId.emplace(std::invoke(idOf, record), &record);
    std::vector<Record> ordered;
    ordered.reserve(records.size());
    for (const std::string& id : ids) {
        const auto found = byId.find(id);
        if (found == byId.end()) continue;
        Record* const record = found->second;
        byId.erase(found);  // its key lies in the record
        ordered.push_back(std::move(*record));
    }
    return ordered;
}

}  // namespace inkwell
