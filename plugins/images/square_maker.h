#pragma once

#include "image_service.h"
#include "inkwell/picture_maker.h"

namespace inkwell::images {

/// Squares by the workers that make the images of addresses.
class SquareMaker : public PictureMaker {
public:
    /// The service must outlive it.
    explicit SquareMaker(ImageService& images) : images_(images) {}

    std::string square(const std::string& bytes, int side) override;

private:
    ImageService& images_;
};

}  // namespace inkwell::images
