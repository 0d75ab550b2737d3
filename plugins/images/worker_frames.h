#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "descriptor.h"

namespace inkwell::images {

using SteadyTime = std::chrono::steady_clock::time_point;

/// Messages between server and worker on a socket pair: a length of four bytes, little-endian, then JSON. Open files
/// are sent along with the length. One thread per socket.
inline constexpr std::size_t kMaxFrameBytes = 64 * 1024;
inline constexpr std::size_t kMaxFrameDescriptors = 2;

/// The caller keeps `descriptors`. Returns false when the peer has closed or the frame is too large.
bool writeFrame(int socket, std::string_view frame, std::span<const int> descriptors = {});

enum class FrameRead { Whole, Closed, Late };

/// Waits for one frame, until `deadline` if given. Closed also means that the frame is too long. Open files that come
/// with it are appended to `descriptors`, or closed if that is null.
FrameRead readFrame(int socket, std::string& frame, std::optional<SteadyTime> deadline,
                    std::vector<Descriptor>* descriptors = nullptr);

}  // namespace inkwell::images
