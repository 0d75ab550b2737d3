#pragma once

#include <stdexcept>
#include <string>

namespace inkwell::images {

/// The image cannot be made. The text is for the client; it completes "the image 'x' cannot be processed: ".
class Refusal : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace inkwell::images
