#include "image_service.h"

#include <chrono>
#include <system_error>

#include "image_work.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/folder.h"
#include "temporary_file.h"

namespace inkwell::images {

namespace fs = std::filesystem;

namespace {

// Raised when the same parameters come to give other bytes: what is cached is then made anew.
constexpr std::string_view kRecipe = "2";
constexpr std::int64_t kMaxSourceBytes = 256 * 1024 * 1024;
constexpr std::size_t kKeyBytes = 16;
constexpr std::size_t kMaxRefusals = 4096;
constexpr std::chrono::minutes kRefusalLifetime{5};
// A wish that costs no more is not what keeps a worker for its whole time: the file is.
constexpr std::int64_t kSmallWishMs = 500;

ApiError refused(const MediaContent& media, const std::string& reason) {
    return ApiError(422, "unprocessable_image", "the image '" + media.name + "' cannot be processed: " + reason);
}

}  // namespace

/// One of the requests that may wait for a picture or make one.
class ImageService::Seat {
public:
    Seat(ImageService& service, const std::string& network) : service_(service), network_(network) {
        if (!service_.seats_.take(network_)) throw tooBusy();
    }
    ~Seat() {
        if (service_.seats_.give(network_)) service_.copies_->forget();
    }
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

private:
    ImageService& service_;
    const std::string& network_;
};

ImageService::ImageService(ImageSettings settings)
    : settings_(std::move(settings)),
      pool_(settings_.pool),
      refusals_(kMaxRefusals, kRefusalLifetime),
      seats_(static_cast<int>(settings_.pool.workers + settings_.pool.queue)) {}

fs::path ImageService::cacheFolder(const std::string& dataDirectory) const {
    return settings_.cacheFolder.empty() ? fs::path(dataDirectory) / "images" : fs::path(settings_.cacheFolder);
}

void ImageService::check(const std::string& dataDirectory) const {
    requireUsableFolder(cacheFolder(dataDirectory));
    const WorkerProcess worker(settings_.pool.program, settings_.pool.memoryMb);
}

void ImageService::start(const std::string& dataDirectory, Log* log) {
    cache_ = std::make_unique<VariantCache>(fs::absolute(cacheFolder(dataDirectory)), settings_.cacheBytes, log);
    copies_ = std::make_unique<SourceCopies>([this] { return cache_->workFolder(); });
    pool_.start();
}

void ImageService::stop() noexcept { pool_.stop(); }

std::string ImageService::keyOf(const MediaContent& media, const ImageParams& params) {
    std::string text = std::string(kRecipe) + "\n" + media.digest + "\n";
    for (const auto& [name, value] : canonicalParams(params)) text += name + "=" + value + "&";
    return toHex(std::string_view(Digest::of(text)).substr(0, kKeyBytes));
}

ImageService::Result ImageService::lookUp(const std::string& key, const MediaContent& media) {
    if (Result known = cache_->find(key)) return known;
    for (const std::string& what : {key, media.digest})
        if (const std::optional<std::string> reason = refusals_.find(what)) throw refused(media, *reason);
    return nullptr;
}

std::shared_ptr<const Variant> ImageService::get(const std::string& bucketId, const MediaContent& media,
                                                 const ImageParams& params, const std::string& network) {
    const std::string key = keyOf(media, params);
    if (Result known = lookUp(key, media)) return known;
    const Seat seat(*this, network);
    std::promise<Outcome> promise;
    std::shared_future<Outcome> made;
    ImagePool::Wish wish(network);
    bool isFirst = false;
    {
        const std::lock_guard lock(mutex_);
        // Once more: a maker leaves its picture, or why there is none, before it leaves beingMade_.
        if (Result known = lookUp(key, media)) return known;
        const auto known = beingMade_.find(key);
        isFirst = known == beingMade_.end();
        made = isFirst ? promise.get_future().share() : known->second.made;
        if (isFirst) {
            beingMade_.emplace(key, Making{made, &wish});
        } else {
            pool_.join(*known->second.wish, network);
        }
    }
    if (isFirst) fulfil(promise, wish, {key, bucketId, media, params});
    const Outcome& outcome = made.get();
    if (outcome.refusal) throw ApiError(*outcome.refusal);
    return outcome.picture;
}

void ImageService::fulfil(std::promise<Outcome>& promise, ImagePool::Wish& wish, const Order& order) {
    try {
        promise.set_value({make(wish, order), std::nullopt});
    } catch (const Unprocessable& problem) {
        remember(order, problem);
        promise.set_value({nullptr, refused(order.media, problem.what()).withLogText(problem.logText())});
    } catch (const ApiError& refusal) {
        promise.set_value({nullptr, refusal});
    } catch (...) {
        promise.set_exception(std::current_exception());
    }
    const std::lock_guard lock(mutex_);
    beingMade_.erase(order.key);
}

// Anybody may wish for what no file can give in time; the other pictures of a good file are not to be had for that.
void ImageService::remember(const Order& order, const Unprocessable& problem) {
    refusals_.keep(order.key, problem.what());
    const bool isSmall = order.params.format == Format::Json || wishWorkMs(order.params) <= kSmallWishMs;
    if (isSmall && dynamic_cast<const WorkerLost*>(&problem) != nullptr)
        refusals_.keep(order.media.digest, problem.what());
}

WorkerFiles ImageService::openFiles(const MediaContent& media) {
    Descriptor output = createUnnamed(cache_->workFolder());
    try {
        if (!media.localPath.empty()) return {openForReading(media.localPath), std::move(output)};
    } catch (const std::system_error&) {
        // The store, which is asked now, knows whether the file is gone or only away.
    }
    return {copies_->get(media), std::move(output)};
}

std::shared_ptr<const Variant> ImageService::make(ImagePool::Wish& wish, const Order& order) {
    const MediaContent& media = order.media;
    if (media.sizeBytes > kMaxSourceBytes)
        throw Unprocessable("it has " + std::to_string(media.sizeBytes) + " bytes, more than the " +
                            std::to_string(kMaxSourceBytes) + " that are allowed");
    JsonObject wanted;
    for (const auto& [name, value] : canonicalParams(order.params)) wanted[name] = value;
    // Another picture of it may have been the end of a worker while this one waited.
    const auto prepare = [&] {
        if (const std::optional<std::string> reason = refusals_.find(media.digest)) throw Unprocessable(*reason);
        return openFiles(media);
    };
    const ImagePool::Made made = pool_.run(
        {{"max_pixels", settings_.maxPixels}, {"max_work_ms", settings_.maxWorkMs}, {"params", std::move(wanted)}},
        prepare, wish);
    const std::optional<Format> format = findFormat(textOf(made.answer, "format"));
    if (!format) throw std::runtime_error("the image worker answered with an unknown format");
    return cache_->add(order.key, *format, made.files.output.get(), {order.bucketId, media.name});
}

}  // namespace inkwell::images
