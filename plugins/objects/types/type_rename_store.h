#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::objects {

/// Who follows the slugs of object types, and what each of them has missed. Used inside one unit of work, on its
/// thread. Throws DatabaseError.
class TypeRenameStore {
public:
    struct Rename {
        std::int64_t number = 0;  // in the order of the changes of a bucket, whose writers wait for each other
        std::string follower;
        std::string from;
        std::string to;  // "": deleted
    };
    struct Waiting {
        std::string follower;
        std::string bucketId;
    };

    explicit TypeRenameStore(Sql& sql) : sql_(sql) {}

    std::vector<std::string> followers();
    void addFollower(const std::string& follower);  // throws Duplicate
    void insert(const std::string& follower, const std::string& bucketId, const std::string& from,
                const std::string& to);
    std::vector<Waiting> waiting(std::span<const std::string> followers);
    /// Removes and returns what these have missed in the bucket, in order. Whoever asks for the same meanwhile waits.
    std::vector<Rename> take(const std::string& bucketId, std::span<const std::string> followers);
    void removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::objects
