#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace inkwell::images {

using SteadyTime = std::chrono::steady_clock::time_point;

/// Messages between the server and its worker on a socket pair: four bytes of length, the lowest first, then JSON.
/// One thread per socket.
inline constexpr std::size_t kMaxFrameBytes = 64 * 1024;

/// False when the other side has closed or the frame is too long.
bool writeFrame(int socket, std::string_view frame);

enum class FrameRead { Whole, Closed, Late };

/// Waits for one frame, until `deadline` if there is one. Closed also stands for a frame that is too long.
FrameRead readFrame(int socket, std::string& frame, std::optional<SteadyTime> deadline);

}  // namespace inkwell::images
