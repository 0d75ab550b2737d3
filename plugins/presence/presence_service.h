#pragma once

#include <string>
#include <vector>

#include "board.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/services.h"
#include "presence_input.h"

namespace inkwell::presence {

/// Who is in which object and field, on all servers of the database (decision 0027). Any thread. Throws ApiError for
/// the client.
class PresenceService {
public:
    explicit PresenceService(Services& services);

    /// A member says where they are. Throws 404 when the object does not exist.
    Place put(const Bucket& bucket, const std::string& userId, const Whereabouts& where);
    /// They left; nothing happens when they were not there.
    void remove(const Bucket& bucket, const std::string& userId, const std::string& objectId);
    /// Who is in an object, or with "" in any of the bucket: at most 1,000.
    std::vector<Place> list(const Bucket& bucket, const std::string& objectId);

    // For the listeners, inside their transaction. The streams are told when the board reads the table again.
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfPerson(const std::string& bucketId, const std::string& userId);
    void removeOfBucket(const std::string& bucketId);

    /// Jobs. Reads what other servers were told, while a member listens at this one; and forgets what has expired.
    void follow();
    void sweep();

private:
    void requireObject(const Bucket& bucket, const std::string& objectId);

    Services& services_;
    Board board_;
};

}  // namespace inkwell::presence
