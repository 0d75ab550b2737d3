#include "image_service.h"

#include <sodium.h>

#include <array>
#include <fstream>
#include <vector>

#include "inkwell/error.h"

namespace inkwell::images {

namespace fs = std::filesystem;

namespace {

// Raised when the same parameters come to give other bytes: what is cached is then made anew.
constexpr std::string_view kRecipe = "1";
constexpr std::int64_t kMaxSourceBytes = 256 * 1024 * 1024;
constexpr std::size_t kPieceBytes = 64 * 1024;

/// A file that is gone with the object, if it is still there.
class TemporaryFile {
public:
    explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
    ~TemporaryFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

void copyContent(const MediaContent& media, const fs::path& to) {
    const std::shared_ptr<std::istream> in = media.read(0, media.sizeBytes);
    std::ofstream out(to, std::ios::binary);
    std::vector<char> piece(kPieceBytes);
    std::int64_t copied = 0;
    while (in->read(piece.data(), static_cast<std::streamsize>(piece.size())), in->gcount() > 0) {
        out.write(piece.data(), in->gcount());
        copied += in->gcount();
    }
    out.close();
    if (!out) throw std::runtime_error("there is no room to copy a media file for processing");
    if (copied != media.sizeBytes) throw std::runtime_error("the media store gave fewer bytes than the file has");
}

}  // namespace

ImageService::ImageService(ImageSettings settings) : settings_(std::move(settings)), pool_(settings_.pool) {}

void ImageService::start(const std::string& dataDirectory) {
    const fs::path folder =
        settings_.cacheFolder.empty() ? fs::path(dataDirectory) / "images" : fs::path(settings_.cacheFolder);
    cache_ = std::make_unique<VariantCache>(fs::absolute(folder), settings_.cacheBytes);
    pool_.start();
}

void ImageService::stop() noexcept { pool_.stop(); }

std::string ImageService::keyOf(const MediaContent& media, const ImageParams& params) {
    std::string text = std::string(kRecipe) + "\n" + media.digest + "\n";
    for (const auto& [name, value] : canonicalParams(params)) text += name + "=" + value + "&";
    std::array<unsigned char, 16> digest;
    crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                       nullptr, 0);
    std::array<char, 2 * digest.size() + 1> hex;
    sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
    return hex.data();
}

std::shared_ptr<const Variant> ImageService::get(const MediaContent& media, const ImageParams& params) {
    const std::string key = keyOf(media, params);
    if (Result known = cache_->find(key)) return known;
    std::promise<Result> promise;
    std::shared_future<Result> made;
    {
        std::lock_guard lock(mutex_);
        // Once more: a maker puts its picture into the cache before it leaves beingMade_.
        if (Result known = cache_->find(key)) return known;
        const auto [place, isFirst] = beingMade_.try_emplace(key);
        if (isFirst) place->second = promise.get_future().share();
        if (!isFirst) made = place->second;
    }
    if (made.valid()) return made.get();

    Result result;
    try {
        result = make(key, media, params);
        promise.set_value(result);
    } catch (...) {
        promise.set_exception(std::current_exception());
    }
    std::lock_guard lock(mutex_);
    const std::shared_future<Result> own = beingMade_.at(key);
    beingMade_.erase(key);
    return own.get();
}

std::shared_ptr<const Variant> ImageService::make(const std::string& key, const MediaContent& media,
                                                  const ImageParams& params) {
    if (media.sizeBytes > kMaxSourceBytes)
        throw ApiError(422, "unprocessable_image",
                       "the image '" + media.name + "' cannot be processed: it has " + std::to_string(media.sizeBytes) +
                           " bytes, more than the " + std::to_string(kMaxSourceBytes) + " that are allowed");
    const TemporaryFile copy(cache_->temporaryPath());
    const TemporaryFile output(cache_->temporaryPath());
    if (media.localPath.empty()) copyContent(media, copy.path());
    JsonObject wanted;
    for (const auto& [name, value] : canonicalParams(params)) wanted[name] = value;
    const JsonObject answer = pool_.run({{"input", media.localPath.empty() ? copy.path().string() : media.localPath},
                                         {"output", output.path().string()},
                                         {"max_pixels", settings_.maxPixels},
                                         {"params", std::move(wanted)}},
                                        media.name);
    const std::optional<Format> format = findFormat(textOf(answer, "format"));
    if (!format) throw std::runtime_error("the image worker answered with an unknown format");
    return cache_->add(key, *format, output.path());
}

}  // namespace inkwell::images
