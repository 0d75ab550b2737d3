#include "inkwell/personal_records.h"

#include "inkwell/events.h"
#include "inkwell/registrar.h"

namespace inkwell {

void removeWithTheirOwners(Registrar& registrar, PersonalRecords& records) {
    registrar.on<ObjectDeleting>(
        [&records](ObjectDeleting& event) { records.removeOfObject(event.bucketId, event.objectId); });
    registrar.on<BucketDeleting>([&records](BucketDeleting& event) { records.removeOfBucket(event.bucketId); });
    registrar.inTransaction<UserChanged>([&records](const UserChanged& event) {
        if (event.change.action == "deleted") records.removeOfPerson(event.change.bucketId, event.change.id);
    });
}

}  // namespace inkwell
