#pragma once

#include <string>

#include "inkwell/export.h"

namespace inkwell {

/// Makes small pictures from what people upload, with the checks and the sandbox of image addresses. Provided by
/// `images`. Any thread.
class INKWELL_API PictureMaker {
public:
    static constexpr const char* kServiceId = "inkwell.picture-maker/1";
    virtual ~PictureMaker() = default;

    /// The middle of the picture as a JPEG with `side` pixels to a side and without metadata. Throws ApiError 422 for
    /// what is no picture of pixels (JPEG, PNG, GIF, WebP, AVIF, HEIF, TIFF) or is too large a one, 503 when
    /// overloaded.
    virtual std::string square(const std::string& bytes, int side) = 0;
};

}  // namespace inkwell
