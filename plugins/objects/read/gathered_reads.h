#pragma once

#include <string>
#include <vector>

#include "inkwell/batching.h"
#include "inkwell/database.h"
#include "inkwell/object_catalog.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Reads of single objects that wait for one another are one statement: against a database in another process a
/// statement costs more than the rows of some (share/doc/decisions/0056). Any thread.
class GatheredReads {
public:
    GatheredReads();

    struct Reading {
        Visibility visibility = Visibility::Published;
        Documents documents = Documents::Text;  // or None
        bool mayBeReplica = true;               // false: what the primary has
    };
    /// The visible objects among `ids`, which are all different, in no particular order. Must not be called within a
    /// unit of work, which would be held while this waits. Throws DatabaseError.
    std::vector<StoredObject> find(Database& database, const std::string& bucketId, std::vector<std::string> ids,
                                   const Reading& reading);

    /// Who waits now.
    int waiting() const { return batching_.waiting(); }

private:
    using Ids = std::vector<std::string>;
    using Found = std::vector<StoredObject>;
    static std::vector<Found> findAll(Database& database, const std::string& bucketId, const std::vector<Ids>& asked,
                                      const Reading& reading);

    Batching<Ids, Found> batching_;
};

}  // namespace inkwell::objects
