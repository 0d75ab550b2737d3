#pragma once

#include <functional>
#include <istream>
#include <memory>

namespace inkwell::media {

/// A stream that is opened when it is first read, so that a request with HEAD asks no store for a content that it does
/// not send. What `open` throws comes out of that read; afterwards badbit is set where that of the opened one is.
std::unique_ptr<std::istream> openLate(std::function<std::shared_ptr<std::istream>()> open);

}  // namespace inkwell::media
