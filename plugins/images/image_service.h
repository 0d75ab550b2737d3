#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "image_params.h"
#include "image_pool.h"
#include "inkwell/error.h"
#include "inkwell/media_library.h"
#include "refusal_cache.h"
#include "seats.h"
#include "source_copies.h"
#include "variant_cache.h"

namespace inkwell::images {

struct ImageSettings {
    PoolOptions pool;
    std::int64_t maxPixels = 100'000'000;
    std::int64_t maxWorkMs = 6000;  // estimated, see image_work.h
    std::int64_t cacheBytes = 1 << 30;
    std::string cacheFolder;  // "": `images` in the data directory
};

/// Serves pictures made from media: from the cache, else by a worker. A request for a picture in progress waits for it,
/// in the place that it would have by itself.
/// The reasons why pictures cannot be made are kept for some minutes; that of a file which takes a worker's time or
/// life for a small picture stands for all pictures of it. Any thread.
class ImageService {
public:
    explicit ImageService(ImageSettings settings);

    /// Throws std::runtime_error with the reason when the cache's folder or the worker cannot be used. Changes nothing.
    void check(const std::string& dataDirectory) const;
    /// Opens the cache and starts a worker. `log` is that of VariantCache. Throws std::runtime_error with the reason.
    void start(const std::string& dataDirectory, Log* log = nullptr);
    void stop() noexcept;

    /// The key of a picture: equal keys mean equal bytes.
    static std::string keyOf(const MediaContent& media, const ImageParams& params);
    /// A picture of a bucket's media; of what is in no bucket ("") it is not kept. Throws ApiError: 422 for an image
    /// that cannot be processed, 503 when the plugin is overloaded. `network` is that of the client (clientNetwork),
    /// which gets no more than its share; "" without one.
    std::shared_ptr<const Variant> get(const std::string& bucketId, const MediaContent& media,
                                       const ImageParams& params, const std::string& network = "");

    bool writesAvif() const { return pool_.writesAvif(); }
    ImagePool& pool() { return pool_; }
    VariantCache& cache() { return *cache_; }

private:
    using Result = std::shared_ptr<const Variant>;

    class Seat;
    /// A picture, or why there is none: a value, because those who wait for it share no exception.
    struct Outcome {
        Result picture;
        std::optional<ApiError> refusal;
    };
    /// What get() was called with.
    struct Order {
        const std::string& key;
        const std::string& bucketId;
        const MediaContent& media;
        const ImageParams& params;
    };
    struct Making {
        std::shared_future<Outcome> made;
        ImagePool::Wish* wish;  // of its maker
    };

    std::filesystem::path cacheFolder(const std::string& dataDirectory) const;
    Result lookUp(const std::string& key, const MediaContent& media);
    void fulfil(std::promise<Outcome>& promise, ImagePool::Wish& wish, const Order& order);
    void remember(const Order& order, const Unprocessable& problem);
    Result make(ImagePool::Wish& wish, const Order& order);
    WorkerFiles openFiles(const MediaContent& media);

    const ImageSettings settings_;
    ImagePool pool_;
    std::unique_ptr<VariantCache> cache_;
    std::unique_ptr<SourceCopies> copies_;
    RefusalCache refusals_;
    std::mutex mutex_;
    Seats seats_;
    std::map<std::string, Making> beingMade_;
};

}  // namespace inkwell::images
