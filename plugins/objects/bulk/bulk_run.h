#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/error.h"
#include "inkwell/runtime.h"

namespace inkwell::objects {

/// What became of one object.
struct BulkResult {
    enum class Status { Changed, Unchanged, Failed, Skipped };
    std::string id;
    Status status = Status::Unchanged;
    std::string message = {};  // of a failed one, and of one that did not come back whole
    int refusal = 0;           // the HTTP status that it alone would have been answered with
    bool endsDraft = false;    // of a changed one: a draft was prepared over it
};
BulkResult failedResult(const std::string& id, const ApiError& error);

/// Thrown by a BulkWork when an object fails after something of it has been stored: its unit of work must end.
class HalfStored : public std::exception {
public:
    explicit HalfStored(BulkResult failed) : failed_(std::move(failed)) {}
    const BulkResult& failed() const noexcept { return failed_; }
    const char* what() const noexcept override { return failed_.message.c_str(); }

private:
    BulkResult failed_;
};

/// Works on some of the objects: those at `first` and behind, one result for each. Runs again after a conflict.
using BulkWork = std::function<std::vector<BulkResult>(Sql& sql, std::span<const std::string> ids, std::size_t first)>;

/// So many objects are in memory at once; in the mode `each` they also share a transaction, so that other writers get
/// their turn in between.
inline constexpr std::size_t kBulkAtOnce = 50;

/// One transaction for all. Where one object fails nothing is stored, and those that would have changed are Skipped.
std::vector<BulkResult> runAll(Database& database, std::span<const std::string> ids, const BulkWork& work);
/// As runAll, and nothing is stored: where to an object goes depends on the others.
std::vector<BulkResult> tryAll(Database& database, std::span<const std::string> ids, const BulkWork& work);
/// Called outside of transactions with how many objects have had their turn.
using BulkTold = std::function<void(std::size_t done)>;
/// Every object for itself: a failure leaves the others as they are. Throws only while nothing is stored: later on the
/// rest is Failed, and the log says why.
std::vector<BulkResult> runEach(Database& database, Log& log, std::span<const std::string> ids, const BulkWork& work,
                                const BulkTold& told = {});

/// Where one object fails and all share a transaction, those that would have changed are Skipped, like those that never
/// came to their turn. Throws as refuseIfForbidden, of what each alone would have come to.
std::vector<BulkResult> allOrNone(std::span<const std::string> ids, std::vector<BulkResult> results);

/// Throws the ApiError 403 of the first object, if the caller may change none of them.
void refuseIfForbidden(const std::vector<BulkResult>& results);

}  // namespace inkwell::objects
