#include "bulk/bulk_run.h"

#include <algorithm>
#include <utility>

#include "inkwell/fault_text.h"

namespace inkwell::objects {

namespace {

using Status = BulkResult::Status;

constexpr int kUnavailable = 503;

// Carries the results out of a transaction that is to be rolled back.
class Refused : public std::exception {
public:
    explicit Refused(std::vector<BulkResult> results) : results(std::move(results)) {}
    std::vector<BulkResult> results;
};

class Tried : public Refused {
public:
    using Refused::Refused;
};

void append(std::vector<BulkResult> some, std::vector<BulkResult>& all) {
    std::move(some.begin(), some.end(), std::back_inserter(all));
}

std::span<const std::string> partAt(std::span<const std::string> ids, std::size_t at) {
    return ids.subspan(at, std::min(kBulkAtOnce, ids.size() - at));
}

bool has(Status status, const std::vector<BulkResult>& results) {
    return std::any_of(results.begin(), results.end(), [&](const BulkResult& one) { return one.status == status; });
}

// What was done is undone, and the rest never came to its turn.
std::vector<BulkResult> skipped(std::span<const std::string> ids, std::vector<BulkResult> results) {
    for (BulkResult& one : results)
        if (one.status == Status::Changed) one.status = Status::Skipped;
    for (std::size_t i = results.size(); i < ids.size(); ++i) results.push_back({ids[i], Status::Skipped});
    return results;
}

std::vector<BulkResult> workOnAll(Sql& sql, std::span<const std::string> ids, const BulkWork& work) {
    std::vector<BulkResult> results;
    results.reserve(ids.size());
    try {
        for (std::size_t at = 0; at < ids.size(); at += kBulkAtOnce) append(work(sql, partAt(ids, at), at), results);
    } catch (const HalfStored& end) {
        // Those of its batch before it are Skipped in any case.
        for (std::size_t i = results.size(); i < ids.size() && ids[i] != end.failed().id; ++i) {
            results.push_back({ids[i], Status::Skipped});
        }
        results.push_back(end.failed());
    }
    if (has(Status::Failed, results)) throw Refused(std::move(results));
    return results;
}

std::vector<BulkResult> workOnOne(Database& database, std::span<const std::string> ids, std::size_t at,
                                  const BulkWork& work) {
    try {
        return database.write([&](Sql& sql) { return work(sql, ids.subspan(at, 1), at); });
    } catch (const HalfStored& end) {
        return {end.failed()};
    }
}

void workOnPart(Database& database, std::span<const std::string> ids, std::size_t at, const BulkWork& work,
                std::vector<BulkResult>& results) {
    const std::span<const std::string> part = partAt(ids, at);
    try {
        append(database.write([&](Sql& sql) { return work(sql, part, at); }), results);
    } catch (const HalfStored&) {
        for (std::size_t i = 0; i < part.size(); ++i) append(workOnOne(database, ids, at + i, work), results);
    }
}

// Of the last one the database may have lost the answer only.
BulkResult unfinished(const std::string& id) {
    return {id, Status::Failed,
            "the server failed before it was done with object '" + id + "'; read it before you try again",
            kUnavailable};
}

}  // namespace

BulkResult failedResult(const std::string& id, const ApiError& error) {
    return {id, Status::Failed, error.message(), error.status()};
}

std::vector<BulkResult> runAll(Database& database, std::span<const std::string> ids, const BulkWork& work) {
    try {
        return database.write([&](Sql& sql) { return workOnAll(sql, ids, work); });
    } catch (Refused& refused) {
        return allOrNone(ids, std::move(refused.results));
    }
}

std::vector<BulkResult> tryAll(Database& database, std::span<const std::string> ids, const BulkWork& work) {
    try {
        database.write([&](Sql& sql) { throw Tried(workOnAll(sql, ids, work)); });
    } catch (Tried& tried) {
        return std::move(tried.results);
    } catch (Refused& refused) {
        return allOrNone(ids, std::move(refused.results));
    }
    return {};
}

std::vector<BulkResult> runEach(Database& database, Log& log, std::span<const std::string> ids, const BulkWork& work,
                                const BulkTold& told) {
    std::vector<BulkResult> results;
    results.reserve(ids.size());
    try {
        for (std::size_t at = 0; at < ids.size(); at += kBulkAtOnce) {
            workOnPart(database, ids, at, work, results);
            if (told) told(results.size());
        }
    } catch (...) {
        if (!has(Status::Changed, results)) throw;
        // What is stored is not answered as refused.
        log.warn("a change of many objects ended early: " + faultText());
        for (std::size_t i = results.size(); i < ids.size(); ++i) results.push_back(unfinished(ids[i]));
    }
    return results;
}

std::vector<BulkResult> allOrNone(std::span<const std::string> ids, std::vector<BulkResult> results) {
    if (!has(Status::Failed, results)) return results;
    if (results.size() == ids.size()) refuseIfForbidden(results);
    return skipped(ids, std::move(results));
}

void refuseIfForbidden(const std::vector<BulkResult>& results) {
    const BulkResult* first = nullptr;
    for (const BulkResult& one : results) {
        if (one.status != Status::Failed || one.refusal != 403) return;
        if (first == nullptr) first = &one;
    }
    if (first != nullptr) throw ApiError::forbidden(first->message);
}

}  // namespace inkwell::objects
