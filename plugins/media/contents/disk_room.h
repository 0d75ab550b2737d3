#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "inkwell/error.h"

namespace inkwell::media {

// The status of ApiError where the disk has no room for an upload.
inline constexpr int kNoRoom = 507;
ApiError noRoom();

/// That an upload leaves reservedBytes of the disk that it is written to. One thread.
class DiskRoom {
public:
    using Look = std::function<std::filesystem::space_info(const std::filesystem::path&)>;
    static std::filesystem::space_info look(const std::filesystem::path& place);

    /// The disk of `place`, which need not exist yet. `look` tells the space of a folder that exists.
    explicit DiskRoom(std::filesystem::path place, Look look = DiskRoom::look)
        : place_(std::move(place)), look_(std::move(look)) {}

    /// Throws ApiError 507 where `bytes` more would leave too little.
    void require(std::int64_t bytes) const;
    /// For each piece before it is written: looks with the first one, and then once a megabyte.
    void take(std::int64_t bytes);

private:
    std::filesystem::path place_;
    Look look_;
    std::int64_t untilLook_ = 0;
};

}  // namespace inkwell::media
