#pragma once

#include <memory>

#include "inkwell/export.h"

namespace inkwell {

/// Contributed, under the name of its DatabaseEngine, by an engine whose database is for one server at a time. Main
/// thread; must be there as long as the engine.
class INKWELL_API DatabaseClaim {
public:
    static constexpr const char* kContributionId = "inkwell.database-claim/1";
    virtual ~DatabaseClaim() = default;

    /// Throws DatabaseError for what keeps the engine's open() from succeeding, as far as it can be known without
    /// opening anything: for `inkwell check-config`, also while a server runs.
    virtual void check() = 0;
    /// Whether there is a database already, empty or not; false when open() would make one. Opens nothing.
    virtual bool hasDatabase() { return true; }
    /// Claims the database for one server, as long as the returned object lives. Called before the first session is
    /// opened; commands beside the server claim nothing. Throws DatabaseError::Unavailable, naming the database, while
    /// another server has it, by whatever path it was reached.
    virtual std::shared_ptr<void> claim() = 0;
    /// The same for who puts another database in its place: whoever is refused meanwhile is told so.
    virtual std::shared_ptr<void> claimForRestore() { return claim(); }
};

}  // namespace inkwell
