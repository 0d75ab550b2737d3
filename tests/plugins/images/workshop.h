#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vips/vips8>

#include "image_service.h"
#include "inkwell/error.h"

namespace inkwell::images {

using Params = std::map<std::string, std::string>;

/// "ff0000ff": red, green, blue, alpha in hex; what a pixel is compared as.
std::string pixelAt(const vips::VImage& image, int x, int y);

/// Red and green above, blue and white below.
vips::VImage quadrants(int width, int height);
/// One colour, with alpha when four bands are given.
vips::VImage plain(int width, int height, const std::vector<double>& bands);
vips::VImage noise(int width, int height);

ImageParams parse(const Params& params);

/// Tests that make pictures: a folder, a running service with small limits, painters.
class Workshop : public testing::Test {
protected:
    Workshop();
    ~Workshop() override;
    /// Under the thread sanitizer pictures are left to the tests of the API: it reports how libraries that it does not
    /// know hand them from thread to thread, and a worker needs a minute for what takes a second.
    void SetUp() override;

    /// Writes the image by libvips, by the extension of `name`, and returns its path.
    std::string paint(const vips::VImage& image, const std::string& name, vips::VOption* options = nullptr);
    std::string write(const std::string& bytes, const std::string& name);

    /// A service over its own cache folder; replaces the one there was.
    ImageService& serviceWith(ImageSettings settings);
    static ImageSettings smallSettings();
    ImageService& service();

    /// The media that a file would be.
    static MediaContent mediaOf(const std::string& path);
    /// What the service makes of the file, as bytes.
    std::string bytesOf(const std::string& path, const Params& params);
    /// ... decoded, in sRGB with alpha.
    vips::VImage make(const std::string& path, const Params& params);
    /// "422 the image 'x.png' cannot be processed: ...".
    std::string refusalOf(const std::string& path, const Params& params);

    const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path folder_;
    std::unique_ptr<ImageService> service_;
    int made_ = 0;
};

std::string readFile(const std::filesystem::path& path);
std::string readAll(const std::shared_ptr<const Variant>& variant);

}  // namespace inkwell::images
