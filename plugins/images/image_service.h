#pragma once

#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "image_params.h"
#include "image_pool.h"
#include "inkwell/media_library.h"
#include "variant_cache.h"

namespace inkwell::images {

struct ImageSettings {
    PoolOptions pool;
    std::int64_t maxPixels = 100'000'000;
    std::int64_t cacheBytes = 1 << 30;
    std::string cacheFolder;  // "": images in the data directory
};

/// Pictures made of media: from the cache, else by a worker; whoever asks for one that is being made waits for it.
/// Any thread.
class ImageService {
public:
    explicit ImageService(ImageSettings settings);

    /// Opens the cache and starts a worker. Throws std::runtime_error with the reason.
    void start(const std::string& dataDirectory);
    void stop() noexcept;

    /// What names a picture: equal keys are equal bytes.
    static std::string keyOf(const MediaContent& media, const ImageParams& params);
    /// Throws ApiError: 422 for an image that cannot be processed, 503 when there is too much to do.
    std::shared_ptr<const Variant> get(const MediaContent& media, const ImageParams& params);

    bool writesAvif() const { return pool_.writesAvif(); }
    ImagePool& pool() { return pool_; }
    const VariantCache& cache() const { return *cache_; }

private:
    using Result = std::shared_ptr<const Variant>;

    Result make(const std::string& key, const MediaContent& media, const ImageParams& params);

    const ImageSettings settings_;
    ImagePool pool_;
    std::unique_ptr<VariantCache> cache_;
    std::mutex mutex_;
    std::map<std::string, std::shared_future<Result>> beingMade_;
};

}  // namespace inkwell::images
