#pragma once

#include <string>

#include "inkwell/export.h"

namespace inkwell {

class Registrar;

/// What a plugin stores of single members about single objects. Any thread; every method is called inside the
/// transaction that ends what the records belong to.
class INKWELL_API PersonalRecords {
public:
    virtual ~PersonalRecords() = default;

    virtual void removeOfObject(const std::string& bucketId, const std::string& objectId) = 0;
    virtual void removeOfPerson(const std::string& bucketId, const std::string& userId) = 0;
    virtual void removeOfBucket(const std::string& bucketId) = 0;
};

/// Declares the listeners by which records go with their object, their bucket, and their person's role in the bucket.
/// Called by setup; the records must outlive the listeners.
INKWELL_API void removeWithTheirOwners(Registrar& registrar, PersonalRecords& records);

}  // namespace inkwell
