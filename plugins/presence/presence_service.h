#pragma once

#include <string>
#include <vector>

#include "board.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/personal_records.h"
#include "inkwell/services.h"
#include "presence_input.h"

namespace inkwell::presence {

/// Who is in which object and field, on all servers of the database (decision 0027). Any thread. Throws ApiError for
/// the client.
class PresenceService : public PersonalRecords {
public:
    explicit PresenceService(Services& services);

    /// A member says where they are. Throws 404 when the object does not exist.
    Place put(const Bucket& bucket, const std::string& userId, const Whereabouts& where);
    /// They left; nothing happens when they were not there.
    void remove(const Bucket& bucket, const std::string& userId, const std::string& objectId);
    /// Who is in an object, or with "" in any of the bucket: at most 1,000.
    std::vector<Place> list(const Bucket& bucket, const std::string& objectId);

    // PersonalRecords. Should the transaction come to nothing, who is still there says so again.
    void removeOfObject(const std::string& bucketId, const std::string& objectId) override;
    void removeOfPerson(const std::string& bucketId, const std::string& userId) override;
    void removeOfBucket(const std::string& bucketId) override;

    /// Jobs. Reads what other servers were told, while a member listens at this one; and forgets what has expired.
    void follow();
    void sweep();

private:
    void requireObject(const Bucket& bucket, const std::string& objectId);
    /// Sets who the people are in these places; only an id is known while nobody names members.
    void name(std::vector<Place>& places) const;
    /// All places of all buckets that count, with who is there.
    std::vector<Place> readAll(std::int64_t nowMs);

    Services& services_;
    Board board_;
};

}  // namespace inkwell::presence
